import { useState } from 'preact/hooks'
import { logIn } from '../../api/account.js'
import { Brand } from '../../shell/brand.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { useAction } from '../../ui/use-action.js'
import { loginText } from '../../text/login.js'

/** The login form, shown instead of every view until someone logs in. */
export function Login() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { busy, run, problem } = useAction()
  return (
    <div class="card">
      <Brand />
      <h1>{loginText.logIn}</h1>
      <Form onSubmit={() => void run(() => logIn(email.trim(), password))}>
        <TextField
          label={loginText.eMail}
          type="email"
          value={email}
          onInput={setEmail}
          autocomplete="username"
          required
          autofocus
        />
        <TextField
          label={loginText.password}
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          required
          error={problem?.message ?? null}
        />
        <Button look="primary" type="submit" busy={busy}>
          {loginText.logIn}
        </Button>
      </Form>
    </div>
  )
}
