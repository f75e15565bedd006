import t from 'tap'
import { testService } from '../../test/support/service.js'
import { clickHouse, postgres } from '../../test/support/every-store.js'

t.test('a file for spreadsheets runs no formulas', async (t) => {
  const query = `SELECT '=1+1' AS a, -5 AS b, '@x, y' AS c, '-5' AS d, 'a=1' AS e, -9223372036854775807 AS f, -1.5 AS g`
  for (const store of [clickHouse, postgres]) {
    const real = await testService(t, { store })
    const { id: workspace } = await real.workspace()
    const lineOf = async (more: object) => {
      const body = { query, format: 'csv', ...more }
      const answer = await real.call('POST', '/api/v1/data/query', { workspace, body })
      return String(answer.body).split('\n')[1]?.replaceAll('"', '')
    }
    const plain = '=1+1,-5,@x, y,-5,a=1,-9223372036854775807,-1.5'
    t.equal(await lineOf({}), plain, store.name)
    t.equal(await lineOf({ escape_formulas: false }), plain, store.name)
    t.equal(
      await lineOf({ escape_formulas: true }),
      `'=1+1,-5,'@x, y,-5,a=1,-9223372036854775807,-1.5`,
      store.name,
    )
  }
})
