// The tests beside it, over every store.
import '../../test/support/every-store.js'
import './violations.test.js'
