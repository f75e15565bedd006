/** What people read in api. */
export const apiText = {
  theServiceAnsweredWithStatus: (status: number) => `the service answered with status ${status}`,
  cannotReachTheServiceCheckThe: 'Cannot reach the service; check the connection and try again',
  theRequestWasCancelled: 'The request was cancelled',
}
