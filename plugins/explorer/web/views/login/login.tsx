import { useState } from 'preact/hooks'
import { logIn } from '../../api/account.js'
import { asApiError } from '../../api/error.js'
import { Brand } from '../../shell/brand.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'

/** Shown in place of any view while nobody is logged in. */
export function Login() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await logIn(email.trim(), password)
    } catch (error) {
      setProblem(asApiError(error).message)
      setBusy(false)
    }
  }
  return (
    <div class="card">
      <Brand />
      <h1>Log in</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onInput={setEmail}
          autocomplete="username"
          required
          autofocus
        />
        <TextField
          label="Password"
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          required
          error={problem}
        />
        <Button look="primary" type="submit" busy={busy}>
          Log in
        </Button>
      </form>
    </div>
  )
}
