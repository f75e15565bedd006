import pg from 'pg'

export const events = pg
