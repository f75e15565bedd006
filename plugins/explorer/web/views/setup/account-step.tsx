import { useState } from 'preact/hooks'
import { post } from '../../api/call.js'
import { asApiError } from '../../api/error.js'
import { send } from '../../api/send.js'
import { keepSession } from '../../api/session.js'
import type { Data, Login } from '../../api/types.js'
import { query } from '../../router/location.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { useAction } from '../../ui/use-action.js'
import { setupText } from '../../text/setup.js'

/** Creates the first user, who administers the whole service. The link in the service's log contains the set-up code. */
export function AccountStep({ codeRequired }: { readonly codeRequired: boolean }) {
  const [code, setCode] = useState(query.peek().get('code') ?? '')
  const [asksCode, setAsksCode] = useState(codeRequired && code === '')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { busy, run, problemOf, problemBeside } = useAction()
  const create = async (): Promise<void> => {
    const account = { email: email.trim(), password, ...(code === '' ? {} : { code: code.trim() }) }
    try {
      const { data } = await send<Data<Login>>(post('/api/v1/auth/setup', account))
      keepSession(data)
    } catch (error) {
      // A wrong code from an old link: show the field so that it can be corrected.
      if (asApiError(error).details.some(({ path }) => path === '/code')) setAsksCode(true)
      throw error
    }
  }
  const incomplete = email === '' || password.length < 8 || (codeRequired && code === '')
  return (
    <>
      <h1>{setupText.welcomeToSextant}</h1>
      <p class="soft">{setupText.thisServiceHasNoUsersYet}</p>
      <Form onSubmit={() => void run(create)}>
        <TextField
          label={setupText.eMail}
          type="email"
          value={email}
          onInput={setEmail}
          autocomplete="username"
          required
          autofocus
          error={problemOf('email')}
        />
        <TextField
          label={setupText.password}
          type="password"
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          required
          hint={setupText.atLeast8Characters}
          error={problemOf('password') ?? problemBeside(['email', 'code'])}
        />
        {asksCode && (
          <TextField
            label={setupText.setUpCode}
            value={code}
            onInput={setCode}
            autocomplete="off"
            required
            hint={setupText.theServiceWritesTheCodeTo}
            error={problemOf('code')}
          />
        )}
        <Button look="primary" type="submit" busy={busy} disabled={incomplete}>
          {setupText.createAccount}
        </Button>
      </Form>
    </>
  )
}
