import '../sql/expr.js'
