#pragma once
#include <errno.h>
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift can't import. */
static inline int hob_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 size) {
  return sqlite3_bind_text64(statement, index, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int hob_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}
/* Whether the last failure on a connection, whatever its code, came from a full disk or quota. */
static inline int hob_is_disk_full(sqlite3 *database) {
  int number = sqlite3_system_errno(database);
  return number == ENOSPC || number == EDQUOT;
}
