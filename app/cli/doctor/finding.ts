export {
  findingFail as fail,
  findingOk as ok,
  findingWarn as warn,
  type Finding,
} from '../../../core/contract/index.js'
