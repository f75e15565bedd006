// The tests beside it, over every store; answers of the engines must equal those of memory.
import '../../test/support/every-store.js'
import './catalogue.test.js'
