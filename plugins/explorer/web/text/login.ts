/** What people read in views/login. */
export const loginText = {
  logIn: 'Log in',
  eMail: 'E-mail',
  password: 'Password',
}
