TAP_TIMEOUT=600 node build/test/support/with-engines.js node build/$1
