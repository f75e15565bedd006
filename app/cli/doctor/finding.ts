export {
  findingFail as fail,
  findingOk as ok,
  findingWarn as warn,
  type Finding,
} from '../../../contract/index.js'
