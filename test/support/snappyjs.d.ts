declare module 'snappyjs' {
  export function compress<B extends Uint8Array>(content: B): B
}
