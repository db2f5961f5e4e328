/* The floor for durable records: rows inserted into SQLite (WAL, synchronous=FULL).
 *
 * usage: records DATABASE ROWS ROWS_PER_TRANSACTION
 *
 * Prints rows per second. */
#include <sqlite3.h>

#include "common.h"

static sqlite3 *database;

static void check(int code, int wanted, const char *what) {
    if (code == wanted) return;
    fprintf(stderr, "records: %s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static void run(const char *text) { check(sqlite3_exec(database, text, 0, 0, 0), SQLITE_OK, text); }

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int rows = atoi(arguments[2]), group = atoi(arguments[3]);
    check(sqlite3_open(arguments[1], &database), SQLITE_OK, arguments[1]);
    run("pragma journal_mode = wal; pragma synchronous = full;"
        "create table if not exists run"
        " (id integer primary key, at integer, rule text, event text, state integer)");
    sqlite3_stmt *insert;
    const char *text = "insert into run (at, rule, event, state) values (?, 'invoices', ?, 0)";
    check(sqlite3_prepare_v2(database, text, -1, &insert, 0), SQLITE_OK, text);
    static char payload[200];
    memset(payload, 'x', sizeof payload);

    int64_t begin = now();
    for (int row = 0; row < rows; row++) {
        if (row % group == 0) run("begin immediate");
        sqlite3_bind_int64(insert, 1, row);
        sqlite3_bind_text(insert, 2, payload, sizeof payload, SQLITE_STATIC);
        check(sqlite3_step(insert), SQLITE_DONE, "insert");
        sqlite3_reset(insert);
        if (row % group == group - 1 || row == rows - 1) run("commit");
    }
    printf("%.0f\n", rows / ((now() - begin) / 1e9));
    return 0;
}
