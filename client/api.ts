// Written by `npm run docs` from the OpenAPI document: the types of all requests and responses.
export interface paths {
    "/api/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the administrative changes in the workspace, newest first; for a platform user, all changes */
        get: operations["get_admin_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the periodic jobs of the service with their next time and latest runs */
        get: operations["get_admin_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{name}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a job now, in the process that answers; its schedule stays */
        post: operations["post_admin_jobs_by_name_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the messages of the workspace of the last 30 days and their outcomes, newest first */
        get: operations["get_admin_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/rollups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the materialized views of the workspace with its events; reads all of them */
        get: operations["get_admin_rollups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/rollups/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rebuild the materialized views of the workspace in the background; until then, queries read the events */
        post: operations["post_admin_rollups_rebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of the workspace, oldest first; for a platform user, all users */
        get: operations["get_admin_users"];
        put?: never;
        /** Invite a person into the workspace and list them as a user */
        post: operations["post_admin_users"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the role of a user; a lower one also limits the keys, links and invites they created */
        put: operations["put_admin_users_by_id"];
        post?: never;
        /** Remove a user; the keys and public links they created end, except those in keep */
        delete: operations["delete_admin_users_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{id}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys, public links and pending invites that a user created, which removing the user ends */
        get: operations["get_admin_users_by_id_credentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link by which a user can choose a new password, once and within a day */
        post: operations["post_admin_users_by_id_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the materialized views of the workspace with its events; reads all of them */
        get: operations["get_admin_views"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/views/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rebuild the materialized views of the workspace in the background; until then, queries read the events */
        post: operations["post_admin_views_rebuild"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workspace/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invites of a workspace, newest first */
        get: operations["get_admin_workspace_invites"];
        put?: never;
        /** Invite a person into the workspace for seven days; a pending invite is renewed */
        post: operations["post_admin_workspace_invites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workspace/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cancel a pending invite */
        delete: operations["delete_admin_workspace_invites_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workspace/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of a workspace, newest first */
        get: operations["get_admin_workspace_keys"];
        put?: never;
        /** Create a key; only this response shows it */
        post: operations["post_admin_workspace_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workspace/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a key; it stops working at once */
        delete: operations["delete_admin_workspace_keys_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all workspaces, oldest first */
        get: operations["get_admin_workspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the workspace of the header; for a platform user, any workspace */
        get: operations["get_admin_workspaces_by_id"];
        /** Rename a workspace, or change the time zone and the week start of its questions */
        put: operations["put_admin_workspaces_by_id"];
        post?: never;
        /** Delete a workspace with all its data for good; its keys and tokens stop working at once */
        delete: operations["delete_admin_workspaces_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audiences of a workspace, newest first, without the persons they list */
        get: operations["get_audiences"];
        put?: never;
        /** Save an audience: persons who satisfy rules, or a list of persons */
        post: operations["post_audiences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count the persons of a definition now, before it is saved */
        post: operations["post_audiences_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an audience */
        get: operations["get_audiences_by_id"];
        /** Change the given fields of an audience, as its owner or an admin */
        put: operations["put_audiences_by_id"];
        post?: never;
        /** Delete an audience, as its owner or an admin; it can be restored for ten minutes */
        delete: operations["delete_audiences_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/{id}/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the persons of an audience now */
        get: operations["get_audiences_by_id_count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 20 versions of an audience, newest first, with who changed what */
        get: operations["get_audiences_by_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/{id}/history/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an audience back to a version, as its owner or an admin */
        post: operations["post_audiences_by_id_history_by_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the persons of an audience, last seen first, over all their events */
        get: operations["get_audiences_by_id_members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audiences/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted audience, up to ten minutes after */
        post: operations["post_audiences_by_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in: exchange e-mail address and password for a token */
        post: operations["post_auth_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session: its token stops working at once */
        post: operations["post_auth_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the caller, and the workspaces of which they are a member */
        get: operations["get_auth_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password; your other sessions end */
        post: operations["post_auth_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a token for a new one; the old one stops working at once */
        post: operations["post_auth_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/resets/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whose password a reset link changes */
        get: operations["get_auth_resets_by_token"];
        put?: never;
        /** Choose a new password by a reset link, once, and log in; all other sessions end */
        post: operations["post_auth_resets_by_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the first user, with the role platform, and log in */
        post: operations["post_auth_setup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/setup/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether the service still needs its first user */
        get: operations["get_auth_setup_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the boards of a workspace by name: those for all members and your private ones */
        get: operations["get_boards"];
        put?: never;
        /** Create a board */
        post: operations["post_boards"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a board and its tiles, from the top; a private board of another owner is unknown */
        get: operations["get_boards_by_id"];
        /** Change the given fields of a board, as its owner or an admin */
        put: operations["put_boards_by_id"];
        post?: never;
        /** Delete a board with its tiles and links, as its owner or an admin; it can be restored for ten minutes */
        delete: operations["delete_boards_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a board of your own with the tiles of another, without its links */
        post: operations["post_boards_by_id_duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 100 versions of a board, newest first, with who changed what */
        get: operations["get_boards_by_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/history/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a board and its tiles back to a version, as its owner or an admin */
        post: operations["post_boards_by_id_history_by_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/layout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Move tiles of a board; tiles that are not listed stay */
        put: operations["put_boards_by_id_layout"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the public links of a board that have not expired, newest first */
        get: operations["get_boards_by_id_links"];
        put?: never;
        /** Create a public link, which shows the board to anyone who has it, as the board’s owner or an admin */
        post: operations["post_boards_by_id_links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/links/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a public link at once */
        delete: operations["delete_boards_by_id_links_by_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted board with its tiles and links, up to ten minutes after */
        post: operations["post_boards_by_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/tiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a tile to a board, below the others unless it has a position, as the board’s owner or an admin */
        post: operations["post_boards_by_id_tiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/tiles/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the given fields of a tile */
        put: operations["put_boards_by_id_tiles_by_tile"];
        post?: never;
        /** Delete a tile; it can be restored for ten minutes */
        delete: operations["delete_boards_by_id_tiles_by_tile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/tiles/{tile}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer the question of a tile with the range, time zone, granularity and filter of its board */
        get: operations["get_boards_by_id_tiles_by_tile_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/boards/{id}/tiles/{tile}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted tile, up to ten minutes after */
        post: operations["post_boards_by_id_tiles_by_tile_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the channels by which messages can be sent, with the schema of their settings */
        get: operations["get_channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the calculated properties, and the functions that expressions can use */
        get: operations["get_data_properties"];
        put?: never;
        /** Create a calculated property: a field of events that an expression defines */
        post: operations["post_data_properties"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/properties/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the values of an expression, without saving it */
        post: operations["post_data_properties_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/properties/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the expression or the description of a calculated property */
        put: operations["put_data_properties_by_name"];
        post?: never;
        /** Delete a calculated property that nothing uses */
        delete: operations["delete_data_properties_by_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run one SELECT over the workspace’s own tables; answers JSON, or a file: CSV, NDJSON, Parquet or a format of a plugin */
        post: operations["post_data_query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sources of data, each with its table in SQL */
        get: operations["get_data_sources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/sources/{source}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the columns of a source, and the properties that occur in its rows */
        get: operations["get_data_sources_by_source_fields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/sources/{source}/values/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the values of a field, most frequent first */
        get: operations["get_data_sources_by_source_values_by_field"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dictionary/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events of the dictionary by name */
        get: operations["get_dictionary_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dictionary/events/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an event of the dictionary */
        get: operations["get_dictionary_events_by_name"];
        /** Describe an event: creates its entry, or changes the given fields */
        put: operations["put_dictionary_events_by_name"];
        post?: never;
        /** Delete an event from the dictionary; its data are kept */
        delete: operations["delete_dictionary_events_by_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dictionary/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the dictionary as a file with a fixed order, for review in version control */
        get: operations["get_dictionary_file"];
        put?: never;
        /** Import a dictionary file; entries that it does not name are deleted unless keep=true */
        post: operations["post_dictionary_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dictionary/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the properties of the dictionary by name */
        get: operations["get_dictionary_properties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dictionary/properties/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a property of events of the dictionary */
        get: operations["get_dictionary_properties_by_name"];
        /** Describe a property of events: creates its entry, or changes the given fields */
        put: operations["put_dictionary_properties_by_name"];
        post?: never;
        /** Delete a property of events from the dictionary; its data are kept */
        delete: operations["delete_dictionary_properties_by_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dictionary/violations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the stored events that are not as the dictionary expects, by event, property, day and client */
        get: operations["get_dictionary_violations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How many persons complete each step of a funnel, and how long they take */
        post: operations["post_funnels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/funnels/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Persons who reached a step of a funnel, or who reached only the step before it */
        post: operations["post_funnels_people"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/funnels/trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Conversion of the persons who enter a funnel in each bucket */
        post: operations["post_funnels_trend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the types of groups that events and group calls name */
        get: operations["get_groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the groups of a type with an event in the range, last seen first, with their traits */
        get: operations["get_groups_by_type"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{type}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the traits of a group and how active it was in the range */
        get: operations["get_groups_by_type_by_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invites/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an invite, and whether it can still be accepted */
        get: operations["get_invites_by_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invites/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invite and join the workspace, with a new account or the existing one of the address */
        post: operations["post_invites_by_token_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List marks, newest first: the public ones and your private ones */
        get: operations["get_marks"];
        put?: never;
        /** Create a mark */
        post: operations["post_marks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/marks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a mark; a private mark of another creator is unknown */
        get: operations["get_marks_by_id"];
        /** Change the given fields of a mark, as its creator or an admin */
        put: operations["put_marks_by_id"];
        post?: never;
        /** Delete a mark, as its creator or an admin; it can be restored for ten minutes */
        delete: operations["delete_marks_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/marks/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted mark, up to ten minutes after */
        post: operations["post_marks_by_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every metric and its parameters */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/dau": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active users: distinct persons with an event in the bucket */
        get: operations["get_metrics_dau"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/dau/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Active users: distinct persons with an event in the bucket */
        get: operations["get_metrics_dau_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/dau/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Persons active in the range, last seen first */
        get: operations["get_metrics_dau_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/event/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of events of one name */
        get: operations["get_metrics_event_by_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/event/{name}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Number of events of one name */
        get: operations["get_metrics_event_by_name_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of events; with event, of that name only */
        get: operations["get_metrics_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum, average, minimum, maximum or count of the numeric values of a property */
        get: operations["get_metrics_events_custom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/custom/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Sum, average, minimum, maximum or count of the numeric values of a property */
        get: operations["get_metrics_events_custom_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/first-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Persons whose first occurrence of an event falls in the bucket */
        get: operations["get_metrics_events_first_time"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/first-time/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Persons whose first occurrence of an event falls in the bucket */
        get: operations["get_metrics_events_first_time_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Number of events; with event, of that name only */
        get: operations["get_metrics_events_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/per-actor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Average, median or another aggregate of each person’s number of events, or sum of a property */
        get: operations["get_metrics_events_per_actor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/per-actor/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Average, median or another aggregate of each person’s number of events, or sum of a property */
        get: operations["get_metrics_events_per_actor_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/properties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of events of one name, broken down by a property */
        get: operations["get_metrics_events_properties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/properties/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Number of events of one name, broken down by a property */
        get: operations["get_metrics_events_properties_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Raw events, newest first */
        get: operations["get_metrics_events_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Event names ranked by number of events */
        get: operations["get_metrics_events_top"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/top/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Event names ranked by number of events */
        get: operations["get_metrics_events_top_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/events/top/{name}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Raw events of one name, newest first */
        get: operations["get_metrics_events_top_by_name_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a metric would be answered now: plans, rules, views and every statement */
        get: operations["get_metrics_explain"];
        put?: never;
        /** How any query, such as a funnel, would be answered now */
        post: operations["post_metrics_explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/explain-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Why a metric changed between two ranges: the fields and values with the largest part in the change */
        post: operations["post_metrics_explain_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/formula": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Arithmetic over up to 26 metrics, for each bucket and for their totals */
        post: operations["post_metrics_formula"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/grouped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Events grouped by a field, with two numbers for each group: size and intensity */
        post: operations["post_metrics_grouped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/grouped/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Persons of one group, last seen first */
        post: operations["post_metrics_grouped_people"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/infrastructure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Average, rate, quantile or another function of a gauge, counter or histogram */
        get: operations["get_metrics_infrastructure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/infrastructure/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Names, types, units and labels of the infrastructure metrics with points in the range */
        get: operations["get_metrics_infrastructure_names"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/lifecycle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Active persons of each period, split into new, returning and resurrected; a breakdown has no effect */
        get: operations["get_metrics_lifecycle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/lifecycle/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Active persons of each period, split into new, returning and resurrected; a breakdown has no effect */
        get: operations["get_metrics_lifecycle_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of log lines */
        get: operations["get_metrics_logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/logs/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Raw log lines, newest first */
        get: operations["get_metrics_logs_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/logs/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Levels, or the values of another field, ranked by number of log lines */
        get: operations["get_metrics_logs_top"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/mau": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Monthly active users: distinct persons with an event in the 30 days up to the end of each bucket */
        get: operations["get_metrics_mau"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/mau/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Monthly active users: distinct persons with an event in the 30 days up to the end of each bucket */
        get: operations["get_metrics_mau_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/mau/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Persons active in the last 30 days of the range, last seen first */
        get: operations["get_metrics_mau_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Any metric by its key, with its own and the common parameters */
        get: operations["get_metrics_query"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/query/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point of any metric that supports it */
        get: operations["get_metrics_query_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of persons in each lifecycle and engagement segment at the end of the range */
        get: operations["get_metrics_segments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/segments/{segment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Persons of one segment, last seen or most active first */
        get: operations["get_metrics_segments_by_segment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of sessions that started in the bucket */
        get: operations["get_metrics_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Number of sessions that started in the bucket */
        get: operations["get_metrics_sessions_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sessions that started in the range, newest first */
        get: operations["get_metrics_sessions_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Values of a property, ranked by number of sessions that started with them */
        get: operations["get_metrics_sessions_top"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions/top/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Values of a property, ranked by number of sessions that started with them */
        get: operations["get_metrics_sessions_top_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions/unique": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of distinct sessions with an event in the bucket */
        get: operations["get_metrics_sessions_unique"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/sessions/unique/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Number of distinct sessions with an event in the bucket */
        get: operations["get_metrics_sessions_unique_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/stickiness/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Daily active users as a share of monthly active users */
        get: operations["get_metrics_stickiness_daily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/stickiness/daily/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Daily active users as a share of monthly active users */
        get: operations["get_metrics_stickiness_daily_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/stickiness/weekly": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Weekly active users as a share of monthly active users */
        get: operations["get_metrics_stickiness_weekly"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/stickiness/weekly/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Weekly active users as a share of monthly active users */
        get: operations["get_metrics_stickiness_weekly_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Identified users with an event in the bucket */
        get: operations["get_metrics_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/users/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Identified users with an event in the bucket */
        get: operations["get_metrics_users_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/users/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Persons with an event in the range, last seen first */
        get: operations["get_metrics_users_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/wau": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Weekly active users: distinct persons with an event in the 7 days up to the end of each bucket */
        get: operations["get_metrics_wau"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/wau/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The persons behind a point: Weekly active users: distinct persons with an event in the 7 days up to the end of each bucket */
        get: operations["get_metrics_wau_people"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/metrics/wau/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Persons active in the last 7 days of the range, last seen first */
        get: operations["get_metrics_wau_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This API in OpenAPI 3.1 */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pages of plugins that the caller may open in the workspace */
        get: operations["get_pages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the traits and devices of up to 1,000 persons, in the order of the request */
        post: operations["post_people_profiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/boards/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the board of a public link, without the questions of its tiles */
        get: operations["get_public_boards_by_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/boards/{token}/tiles/{tile}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer the question of a tile on the board of a public link */
        get: operations["get_public_boards_by_token_tiles_by_tile_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the saved questions of a workspace by name: those for all members and your private ones */
        get: operations["get_questions"];
        put?: never;
        /** Save a question */
        post: operations["post_questions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tags of saved questions, the most frequent first */
        get: operations["get_questions_tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a saved question; a private one of another owner is unknown */
        get: operations["get_questions_by_id"];
        /** Change the given fields of a saved question, as its owner or an admin */
        put: operations["put_questions_by_id"];
        post?: never;
        /** Delete a saved question and its history, as its owner or an admin; it can be restored for ten minutes */
        delete: operations["delete_questions_by_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer a saved question as its own route does; range, granularity, time zone and filter replace its own */
        get: operations["get_questions_by_id_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/favourite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Make a saved question a favourite of yours */
        put: operations["put_questions_by_id_favourite"];
        post?: never;
        /** Remove a saved question from your favourites */
        delete: operations["delete_questions_by_id_favourite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last 100 versions of a saved question, newest first, with who changed what */
        get: operations["get_questions_by_id_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/history/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a saved question back to a version, except its visibility, as its owner or an admin */
        post: operations["post_questions_by_id_history_by_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted question, up to ten minutes after */
        post: operations["post_questions_by_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/questions/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what refers to a saved question: tiles of boards and formulas */
        get: operations["get_questions_by_id_uses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cohorts by the period of a first event, and the share of each that came back in later periods */
        post: operations["post_retention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Persons of a cohort who came back in a period, or did not */
        post: operations["post_retention_people"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/invites/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invite with the signed-in account; sign-ins by the identity provider count too */
        post: operations["post_user_invites_by_token_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the workspaces of which the caller is a member, oldest first */
        get: operations["get_user_workspaces"];
        put?: never;
        /** Create a workspace, with the caller as its admin */
        post: operations["post_user_workspaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API documentation page */
        get: operations["get_service_docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file of the API documentation page */
        get: operations["get_service_docs_assets_by_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process responds */
        get: operations["get_service_healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics of the service for Prometheus */
        get: operations["get_service_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otlp/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store OTLP/HTTP log records: protobuf or JSON */
        post: operations["post_service_otlp_v1_logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otlp/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store OTLP/HTTP metrics: protobuf or JSON */
        post: operations["post_service_otlp_v1_metrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otlp/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept OTLP/HTTP spans and report all of them as rejected; they are not stored */
        post: operations["post_service_otlp_v1_traces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/api/feature_flag/local_evaluation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Feature flag definitions for PostHog libraries in a server: always none */
        get: operations["get_service_posthog_api_feature_flag_local_evaluation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/array/{key}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Configuration that posthog-js requests at its start */
        get: operations["get_service_posthog_array_by_key_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/array/{key}/config.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Configuration that posthog-js requests at its start, as a script */
        get: operations["get_service_posthog_array_by_key_config_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API: an event, a list of events, or a batch */
        post: operations["post_service_posthog_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API: an event, a list of events, or a batch */
        post: operations["post_service_posthog_capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Feature flags for PostHog libraries: always none */
        post: operations["post_service_posthog_decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/e": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API: an event, a list of events, or a batch */
        post: operations["post_service_posthog_e"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Feature flags for PostHog libraries: always none */
        post: operations["post_service_posthog_flags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/flags/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Feature flag definitions for PostHog libraries in a server: always none */
        get: operations["get_service_posthog_flags_definitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/i/v0/ai/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API: an event, a list of events, or a batch */
        post: operations["post_service_posthog_i_v0_ai_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/i/v0/e": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API: an event, a list of events, or a batch */
        post: operations["post_service_posthog_i_v0_e"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/i/v1/analytics/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API, with a result for each event */
        post: operations["post_service_posthog_i_v1_analytics_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posthog/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events of PostHog's capture API: an event, a list of events, or a batch */
        post: operations["post_service_posthog_track"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prometheus/api/v1/write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store samples of Prometheus remote write 1.0: a WriteRequest in a Snappy block */
        post: operations["post_service_prometheus_api_v1_write"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the storage responds */
        get: operations["get_service_readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segment/v1/projects/{key}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings that analytics.js requests before it sends */
        get: operations["get_service_segment_v1_projects_by_key_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segment/v1/{call}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store a message of Segment's tracking API, or a batch of messages */
        post: operations["post_service_segment_v1_by_call"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store a batch of messages of Segment's tracking API */
        post: operations["post_service_v1_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store events, identities, traits and context: JSON Lines or a JSON array */
        post: operations["post_service_v1_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store a batch of messages of Segment's tracking API */
        post: operations["post_service_v1_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store log lines: JSON Lines or a JSON array */
        post: operations["post_service_v1_logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store points of infrastructure metrics: JSON Lines or a JSON array */
        post: operations["post_service_v1_metrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Acknowledgement: {
            accepted: number;
            rejected?: number;
            errors?: {
                line: number;
                error: string;
            }[];
            request_id: string;
        };
        /**
         * @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count
         * @default person
         */
        Actor: string;
        Audience: {
            id: string;
            workspace_id: string;
            /** @description Id of the user or key that created the audience */
            owner_id: string;
            name: string;
            description: string | null;
            definition: components["schemas"]["AudienceDefinition"];
            /** @description Number of persons that the definition lists under members */
            listed_count: number;
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        AudienceChanges: {
            name?: string;
            description?: string | null;
            definition?: components["schemas"]["AudienceDefinition"];
        };
        AudienceDefinition: {
            /** @description list of {field, operator, value} */
            filters?: components["schemas"]["Filter"][];
            events?: components["schemas"]["AudienceEventRule"][];
            filter?: components["schemas"]["FilterTree"];
            lookback_days?: number;
            /** @description persons as people lists show them; only these can be members */
            members?: components["schemas"]["PersonRef"][];
        };
        AudienceEventRule: {
            event: string;
            /** @description length of the window up to now, in periods of 24 hours */
            days: number;
            /** @description list of {field, operator, value} */
            filters?: components["schemas"]["Filter"][];
            /** @description minimum number of times; default 1 */
            min_count?: number;
            /** @description true for persons who did the event fewer than min_count times */
            negate?: boolean;
        };
        AudienceVersion: {
            version: number;
            /** @description Id of a user or key */
            changed_by: string;
            /** @description The address at that time; null for a key */
            changed_by_email: string | null;
            changed_at: components["schemas"]["Time"];
            /** @description fields that differ from the version before; empty for the first */
            changed: string[];
            /** @description the version that this change took back to */
            restored: number | null;
            name: string;
            listed_count: number;
        };
        AuditEntry: {
            /** @description Grows with every entry */
            id: number;
            /** @description ISO 8601, UTC, with milliseconds */
            created_at: string;
            action: string;
            actor_id: string | null;
            actor_email: string | null;
            workspace_id: string | null;
            /** @description Id of the changed record */
            subject_id: string;
            details: {
                [key: string]: unknown;
            };
        };
        Board: {
            id: string;
            workspace_id: string;
            /** @description Id of the user or key that created the board */
            owner_id: string;
            name: string;
            description: string | null;
            /** @enum {unknown} */
            visibility: "workspace" | "private";
            range: string | null;
            timezone: string | null;
            granularity: string | null;
            filter: components["schemas"]["BoardFilter"];
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        BoardChanges: {
            name?: string;
            description?: string | null;
            /** @enum {unknown} */
            visibility?: "workspace" | "private";
            range?: string | null;
            timezone?: string | null;
            granularity?: string | null;
            filter?: components["schemas"]["BoardFilter"];
        };
        BoardCopy: {
            name?: string;
        };
        /** @description a tree that the rows of all tiles must meet, in addition to their own filters; null if none */
        BoardFilter: components["schemas"]["FilterTree"] | null;
        BoardLayout: {
            tiles: {
                id: string;
                /** @description left edge, as a column of 12 */
                left: number;
                /** @description upper edge, in rows */
                top: number;
                /** @description columns */
                width: number;
                /** @description rows */
                height: number;
            }[];
        };
        BoardVersion: {
            version: number;
            /** @description Id of a user or key */
            changed_by: string;
            changed_by_email: string | null;
            changed_at: components["schemas"]["Time"];
            /** @description what differs from the version before: fields, tiles, or layout if tiles only moved; empty for the first */
            changed: string[];
            restored: number | null;
            /** @enum {unknown} */
            visibility: "workspace" | "private";
            name: string;
            tile_count: number;
        };
        BoardWithTiles: {
            id: string;
            workspace_id: string;
            /** @description Id of the user or key that created the board */
            owner_id: string;
            name: string;
            description: string | null;
            /** @enum {unknown} */
            visibility: "workspace" | "private";
            range: string | null;
            timezone: string | null;
            granularity: string | null;
            filter: components["schemas"]["BoardFilter"];
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
            tiles: components["schemas"]["Tile"][];
        };
        /** @description Fields to break the result down by, instead of breakdown */
        BreakdownList: (string | {
            field: string;
            /** @description Ascending edges of bins, or a number of bins of equal width */
            bins?: number | number[];
            /**
             * @description For dates
             * @enum {unknown}
             */
            unit?: "hour" | "day" | "week" | "month" | "quarter" | "year";
        })[];
        CalculatedProperty: {
            id: string;
            workspace_id: string;
            name: string;
            expression: string;
            description: string | null;
            /**
             * @description the type of its values; any if they may have several
             * @enum {unknown}
             */
            type: "text" | "number" | "boolean" | "any";
            /** @description Id of the user or key that created the property */
            created_by: string;
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        CalculatedPropertyChanges: {
            /** @description see docs/expressions.md, like lower(domain(referrer)) */
            expression?: string;
            description?: string | null;
        };
        Channel: {
            name: string;
            summary: string;
            /** @description JSON schema of the settings of each use; members with `writeOnly` are secrets */
            settings: {
                [key: string]: unknown;
            };
        };
        CreatedInvite: {
            id: string;
            email: string;
            workspace_id: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin";
            /** @enum {unknown} */
            status: "pending" | "accepted" | "expired" | "cancelled";
            expires_at: components["schemas"]["Time"];
            created_at: components["schemas"]["Time"];
            invited_by: string | null;
            /** @description Shown only in this response */
            invite_url: string;
        };
        CreatedKey: {
            id: string;
            name: string;
            /** @enum {unknown} */
            kind: "ingest" | "query";
            role: ("viewer" | "editor" | "admin") | null;
            /** @description The first characters of the key */
            prefix: string;
            expires_at: components["schemas"]["Time"] | null;
            last_used_at: components["schemas"]["Time"] | null;
            created_by: string | null;
            created_at: components["schemas"]["Time"];
            /** @description Shown only in this response */
            key: string;
        };
        CreatedPublicLink: {
            id: string;
            board_id: string;
            created_by: string;
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"];
            /** @description Shown only in this response; opens GET /api/v1/public/boards/<token> */
            token: string;
        };
        CreatedUser: {
            id: string;
            email: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin" | "platform";
            created_at: components["schemas"]["Time"];
            last_login_at: components["schemas"]["Time"] | null;
            /**
             * @description invited: the id is that of the account which accepting the invite may create
             * @enum {unknown}
             */
            status: "active" | "invited";
            /** @description Shown only in this response; the person accepts it and chooses a password */
            invite_url?: string;
        };
        Credentials: {
            email: string;
            password: string;
        };
        DictionaryChange: {
            /** @enum {unknown} */
            kind: "event" | "property";
            name: string;
            /** @enum {unknown} */
            change: "created" | "changed" | "deleted";
            /** @description for a change: the fields that differ */
            fields: string[];
        };
        DictionaryEvent: {
            name: string;
            description: string | null;
            owner: string | null;
            status: ("verified" | "hidden" | "deprecated") | null;
            properties: {
                name: string;
                required: boolean;
                type: ("text" | "number" | "boolean" | "time" | "json") | null;
                allowed: (string | number | boolean)[] | null;
            }[];
            /** @description Id of the user or key that changed it last */
            updated_by: string;
            updated_at: components["schemas"]["Time"];
        };
        DictionaryEventChanges: {
            description?: string | null;
            owner?: string | null;
            status?: ("verified" | "hidden" | "deprecated") | null;
            properties?: components["schemas"]["ExpectedProperty"][];
        };
        DictionaryFile: {
            /** @constant */
            version: 1;
            events: {
                name: string;
                description?: string | null;
                owner?: string | null;
                status?: ("verified" | "hidden" | "deprecated") | null;
                properties?: components["schemas"]["ExpectedProperty"][];
            }[];
            properties: {
                name: string;
                description?: string | null;
                owner?: string | null;
                status?: ("verified" | "hidden" | "deprecated") | null;
                type?: ("text" | "number" | "boolean" | "time" | "json") | null;
                allowed?: (string | number | boolean)[] | null;
            }[];
        };
        DictionaryProperty: {
            name: string;
            description: string | null;
            owner: string | null;
            status: ("verified" | "hidden" | "deprecated") | null;
            type: ("text" | "number" | "boolean" | "time" | "json") | null;
            allowed: (string | number | boolean)[] | null;
            /** @description Id of the user or key that changed it last */
            updated_by: string;
            updated_at: components["schemas"]["Time"];
        };
        DictionaryPropertyChanges: {
            description?: string | null;
            owner?: string | null;
            status?: ("verified" | "hidden" | "deprecated") | null;
            type?: ("text" | "number" | "boolean" | "time" | "json") | null;
            allowed?: (string | number | boolean)[] | null;
        };
        /** @description The envelope of errors */
        Error: {
            error: components["schemas"]["ErrorCode"];
            /** @description What is wrong and how to fix it */
            message: string;
            details?: components["schemas"]["ErrorDetail"][];
            /** @description The id of the request in the log */
            request_id?: string;
        };
        /**
         * @description See docs/errors.md
         * @enum {unknown}
         */
        ErrorCode: "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "VALIDATION_ERROR" | "RATE_LIMITED" | "INTERNAL" | "UNAVAILABLE" | "TIMEOUT";
        ErrorDetail: {
            /** @description The name of a parameter or a JSON pointer into the body */
            path: string;
            message: string;
        };
        /** @description Further members are properties, traits or context */
        Event: {
            /**
             * @default track
             * @enum {unknown}
             */
            type?: "track" | "identify" | "group" | "alias" | "context";
            /** @description The name of the event; required for track */
            event?: string;
            /** @description device_id or user_id is required */
            device_id?: string;
            user_id?: string | null;
            session_id?: string | null;
            /** @description ISO 8601, or milliseconds since 1970 UTC; now by default */
            timestamp?: string | number;
            /** @description Items of one id are stored once */
            message_id?: string;
            properties?: {
                [key: string]: unknown;
            };
            traits?: {
                [key: string]: unknown;
            };
            context?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        ExpectedProperty: {
            /** @description as in properties.<name>; dots nest */
            name: string;
            /** @description whether each event must have it; default false */
            required?: boolean;
            type?: ("text" | "number" | "boolean" | "time" | "json") | null;
            allowed?: (string | number | boolean)[] | null;
        };
        ExplainChangeQuestion: {
            /** @description The key of any metric that is a time series: dau, event:signup, events_custom:sum … */
            metric: string;
            /** @description The metric’s own parameters, as listed by GET /metrics */
            params?: {
                [key: string]: string | number | boolean;
            };
            /** @description The range to compare with; like the range parameter of metrics */
            before: string;
            /** @description The range whose change is explained */
            after: string;
            /** @description Fields to look at; by default those with 2 to 1,000 values */
            fields?: string[];
            /** @description For metrics whose total is that of their points; the metric’s by default */
            granularity?: string;
            /** @description Who is counted, for metrics that count actors: person, device, session or group:<type> */
            actor?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
        };
        ExplainChangeResponse: {
            data: {
                before: number;
                after: number;
                /** @description after − before */
                change: number;
                before_range: {
                    from: string;
                    to: string;
                };
                after_range: {
                    from: string;
                    to: string;
                };
                fields: components["schemas"]["ExplainedField"][];
            };
        };
        ExplainedField: {
            field: string;
            /** @description That of the value which explains most; null if shares are */
            share: number | null;
            values: components["schemas"]["ExplainedValue"][];
        };
        ExplainedValue: {
            value: string;
            before: number;
            after: number;
            /** @description after − before */
            change: number;
            /** @description Its change over the whole change; null if values do not add up, or nothing changed */
            share: number | null;
        };
        ExplanationResponse: {
            data: {
                /** @description The plan of the query; long lists are shortened */
                plan: string;
                rules: {
                    rule: string;
                    /** @description The plan after the rule */
                    plan: string;
                }[];
                views: {
                    name: string;
                    /**
                     * @description whole: it covers every row; delta: rows added since are read besides it; absent: it does not answer
                     * @enum {unknown}
                     */
                    freshness: "whole" | "delta" | "absent";
                }[];
                /** @description The views that the answer is read from */
                reads: string[];
                statements: {
                    /** @description `answer`, or what an earlier statement determines */
                    purpose: string;
                    /** @description The text sent to the engine */
                    text: string;
                    parameters: {
                        [key: string]: unknown;
                    };
                }[];
            }[];
        };
        ExpressionFunction: {
            name: string;
            usage: string;
            summary: string;
        };
        ExpressionPreview: {
            /** @description see docs/expressions.md, like lower(domain(referrer)) */
            expression: string;
        };
        /** @description A condition on rows; operator and op are the same, give one of them */
        Filter: {
            /** @description A column, properties.<name> or trait:<name> */
            field: string;
            operator?: components["schemas"]["FilterOperator"];
            op?: components["schemas"]["FilterOperator"];
            /** @description A list for in and not_in; none for is_set and is_not_set */
            value?: (string | number | boolean) | (string | number | boolean)[] | null;
        };
        /** @description How often the person of the row did something; at least once by default */
        FilterDid: {
            /** @description The name of the event */
            event: string;
            filter?: components["schemas"]["FilterTree"];
            count?: {
                /** @enum {unknown} */
                operator: "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
                value: number;
            };
            /** @description A range; by default that of the question */
            within?: string;
        };
        /**
         * @description See docs/operators.md
         * @default eq
         * @enum {unknown}
         */
        FilterOperator: "eq" | "ne" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_set" | "is_not_set" | "regex" | "=" | "!=" | ">" | ">=" | "<" | "<=";
        /** @description A tree of conditions, at most 8 levels and 100 conditions; a row must meet it */
        FilterTree: components["schemas"]["Filter"] | {
            and: components["schemas"]["FilterTree"][];
        } | {
            or: components["schemas"]["FilterTree"][];
        } | {
            not: components["schemas"]["FilterTree"];
        } | {
            did: components["schemas"]["FilterDid"];
        };
        FirstUser: {
            email: string;
            password: string;
            /** @description from the log; required if the service can be reached from other machines */
            code?: string;
        };
        FormulaQuestion: {
            /** @description Named A, B … Z in the formula */
            series: components["schemas"]["FormulaSeries"][];
            /** @description Numbers, series letters, + - * / % **, unary minus, parentheses, and cumulative, moving_average, delta, lag, share, rank */
            formula: string;
            /**
             * @description like the range parameter of metrics
             * @default 30d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            /** @default daily */
            granularity?: string;
            /** @default 25 */
            breakdown_limit?: number;
            /** @description previous, yoy, or <start>,<end> as for range */
            compare?: string;
        };
        FormulaSeries: {
            /** @description The key of any metric that is a time series: dau, event:signup, events_custom:sum …, or question:<id> for a saved question */
            metric: string;
            /** @description The metric’s own parameters, as listed by GET /metrics */
            params?: {
                [key: string]: string | number | boolean;
            };
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description A field to split this series by */
            breakdown?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @description Replaces the body’s range for this series */
            range?: string;
        };
        FunnelPeopleQuestion: {
            steps: {
                /** @description The name of the event */
                event: string;
                /** @description a list of {field, operator, value}; a row must meet all of them */
                filters?: components["schemas"]["Filter"][];
                filter?: components["schemas"]["FilterTree"];
            }[];
            /**
             * @description Conversion window: longest time from the first step to the last, both ends included
             * @default 604800
             */
            window_seconds?: number;
            /**
             * @description loose: other events may occur between two steps; strict: no event of another step may; any: the steps in any order
             * @default loose
             */
            order?: "loose" | "strict" | "any";
            /** @description Events that end a run if they occur between these steps */
            exclusions?: {
                /** @description The name of the event */
                event: string;
                /** @description a list of {field, operator, value}; a row must meet all of them */
                filters?: components["schemas"]["Filter"][];
                filter?: components["schemas"]["FilterTree"];
                from_step: number;
                to_step: number;
            }[];
            /** @description A field of the first step’s event to split by */
            breakdown?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @default 25 */
            breakdown_limit?: number;
            actor?: components["schemas"]["Actor"];
            /**
             * @description like the range parameter of metrics
             * @default 30d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            step: number;
            /**
             * @description converted: persons who reached the step; dropped: persons who reached only the step before it
             * @default converted
             */
            outcome?: "converted" | "dropped";
            /** @description A value of the breakdown, as reported; without it, the persons of all values */
            dimension?: string;
            /** @description Instead of dimension: one value for each breakdown */
            dimensions?: string[];
            /** @default 100 */
            limit?: number;
            /** @default 0 */
            offset?: number;
            /** @default false */
            count_total?: boolean;
        };
        FunnelQuestion: {
            steps: {
                /** @description The name of the event */
                event: string;
                /** @description a list of {field, operator, value}; a row must meet all of them */
                filters?: components["schemas"]["Filter"][];
                filter?: components["schemas"]["FilterTree"];
            }[];
            /**
             * @description Conversion window: longest time from the first step to the last, both ends included
             * @default 604800
             */
            window_seconds?: number;
            /**
             * @description loose: other events may occur between two steps; strict: no event of another step may; any: the steps in any order
             * @default loose
             */
            order?: "loose" | "strict" | "any";
            /** @description Events that end a run if they occur between these steps */
            exclusions?: {
                /** @description The name of the event */
                event: string;
                /** @description a list of {field, operator, value}; a row must meet all of them */
                filters?: components["schemas"]["Filter"][];
                filter?: components["schemas"]["FilterTree"];
                from_step: number;
                to_step: number;
            }[];
            /** @description A field of the first step’s event to split by */
            breakdown?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @default 25 */
            breakdown_limit?: number;
            actor?: components["schemas"]["Actor"];
            /**
             * @description like the range parameter of metrics
             * @default 30d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
        };
        FunnelResponse: {
            data: components["schemas"]["FunnelResult"];
        };
        FunnelResult: {
            steps: components["schemas"]["FunnelStep"][];
            overall_conversion: number;
            breakdowns?: {
                /** @description With several breakdowns, their values joined by " / " */
                dimension: string;
                /** @description One value for each of breakdowns; only if these are listed */
                dimensions?: string[];
                steps: components["schemas"]["FunnelStep"][];
                overall_conversion: number;
            }[];
        };
        FunnelStep: {
            step: number;
            event: string;
            count: number;
            overall_rate: number;
            step_rate: number;
            drop_off: number;
            /** @description Seconds since the step before; null for the first step and if no person reached this one */
            avg_seconds: number | null;
            /** @description Seconds since the step before; null for the first step and if no person reached this one */
            median_seconds: number | null;
            /** @description Seconds since the step before; null for the first step and if no person reached this one */
            p90_seconds: number | null;
        };
        FunnelTrend: {
            points: components["schemas"]["FunnelTrendPoint"][];
            total: number;
            min: number;
            max: number;
            avg: number;
            comparison?: components["schemas"]["FunnelTrendComparison"];
        };
        FunnelTrendComparison: {
            previous_total: number;
            change: number;
            percent_change: number;
            previous_points: components["schemas"]["FunnelTrendPoint"][];
            previous_range: {
                from: string;
                to: string;
            };
        };
        FunnelTrendPoint: {
            /** @description The bucket: YYYY-MM-DD, or a date-time for hourly and minute */
            date: string;
            value: number;
            /** @description With a breakdown; with several, their values joined by " / " */
            dimension?: string;
            /** @description One value for each of breakdowns; only if these are listed */
            dimensions?: string[];
            entered: number;
            converted: number;
        };
        FunnelTrendQuestion: {
            steps: {
                /** @description The name of the event */
                event: string;
                /** @description a list of {field, operator, value}; a row must meet all of them */
                filters?: components["schemas"]["Filter"][];
                filter?: components["schemas"]["FilterTree"];
            }[];
            /**
             * @description Conversion window: longest time from the first step to the last, both ends included
             * @default 604800
             */
            window_seconds?: number;
            /**
             * @description loose: other events may occur between two steps; strict: no event of another step may; any: the steps in any order
             * @default loose
             */
            order?: "loose" | "strict" | "any";
            /** @description Events that end a run if they occur between these steps */
            exclusions?: {
                /** @description The name of the event */
                event: string;
                /** @description a list of {field, operator, value}; a row must meet all of them */
                filters?: components["schemas"]["Filter"][];
                filter?: components["schemas"]["FilterTree"];
                from_step: number;
                to_step: number;
            }[];
            /** @description A field of the first step’s event to split by */
            breakdown?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @default 25 */
            breakdown_limit?: number;
            actor?: components["schemas"]["Actor"];
            /**
             * @description like the range parameter of metrics
             * @default 30d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            /**
             * @description Like the granularity parameter of metrics
             * @default daily
             */
            granularity?: string;
        };
        FunnelTrendResponse: {
            data: components["schemas"]["FunnelTrend"];
        };
        Group: {
            type: string;
            id: string;
            /** @description the latest value of each trait that is not null */
            traits: {
                [key: string]: unknown;
            };
            /** @description its events in the range */
            events: number;
            /** @description the persons who made them */
            persons: number;
            first_seen: string | null;
            last_seen: string | null;
        };
        /** @description The second number of a group */
        GroupIntensity: {
            /** @constant */
            type: "avg_per_actor";
        } | {
            /** @constant */
            type: "percentile_per_actor";
            /** @description 0.9 by default */
            percentile?: number;
        } | {
            /** @constant */
            type: "unique_actors";
        } | {
            /** @constant */
            type: "avg";
            /** @description A property of the events; only its numeric values count */
            property: string;
        };
        GroupPeopleQuestion: {
            /** @description The field to group by; any field that a breakdown takes. Required without breakdowns */
            group_by?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @description Only events of this name */
            event?: string;
            /** @default 20 */
            max_groups?: number;
            actor?: components["schemas"]["Actor"];
            /**
             * @description like the range parameter of metrics
             * @default 30d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            size?: components["schemas"]["GroupSize"];
            intensity?: components["schemas"]["GroupIntensity"];
            /** @description The `group` of one of the groups; required without dimensions */
            group?: string;
            /** @description Instead of dimension: one value for each breakdown */
            dimensions?: string[];
            /** @default 100 */
            limit?: number;
            /** @default 0 */
            offset?: number;
            /** @default false */
            count_total?: boolean;
        };
        /** @description The first number of a group; groups are ordered by it, largest first */
        GroupSize: {
            /** @constant */
            type: "count";
        } | {
            /** @constant */
            type: "unique_actors";
        } | {
            /** @constant */
            type: "sum";
            /** @description A property of the events; only its numeric values count */
            property: string;
        };
        GroupedQuestion: {
            /** @description The field to group by; any field that a breakdown takes. Required without breakdowns */
            group_by?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @description Only events of this name */
            event?: string;
            /** @default 20 */
            max_groups?: number;
            actor?: components["schemas"]["Actor"];
            /**
             * @description like the range parameter of metrics
             * @default 30d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            size: components["schemas"]["GroupSize"];
            intensity: components["schemas"]["GroupIntensity"];
        };
        GroupedResponse: {
            data: {
                groups: {
                    group: string;
                    /** @description One value for each of breakdowns; only if these are listed */
                    dimensions?: string[];
                    size: number;
                    intensity: number;
                    children: unknown[];
                }[];
                total_size: number;
                size_label: string;
                intensity_label: string;
                intensity_min: number;
                intensity_max: number;
            };
        };
        Invite: {
            id: string;
            email: string;
            workspace_id: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin";
            /** @enum {unknown} */
            status: "pending" | "accepted" | "expired" | "cancelled";
            expires_at: components["schemas"]["Time"];
            created_at: components["schemas"]["Time"];
            invited_by: string | null;
        };
        InviteAcceptance: {
            email: string;
            password: string;
        };
        Job: {
            name: string;
            plugin: string;
            summary: string;
            every_seconds: number | null;
            cron: string | null;
            zone: string | null;
            /** @enum {unknown} */
            catch_up: "skip" | "once";
            timeout_seconds: number;
            next_at: components["schemas"]["Time"];
            running: boolean;
            /** @description The latest ones, newest first */
            runs: components["schemas"]["JobRun"][];
        };
        JobRun: {
            /** @description Grows with every run of the job */
            token: number;
            /** @description Host, process id and a random part */
            process: string;
            started_by: string | null;
            scheduled_at: components["schemas"]["Time"];
            started_at: components["schemas"]["Time"];
            ended_at: components["schemas"]["Time"] | null;
            seconds: number | null;
            outcome: ("succeeded" | "failed" | "timed_out" | "interrupted" | "lost" | "skipped") | null;
            error: string | null;
        };
        Key: {
            id: string;
            name: string;
            /** @enum {unknown} */
            kind: "ingest" | "query";
            role: ("viewer" | "editor" | "admin") | null;
            /** @description The first characters of the key */
            prefix: string;
            expires_at: components["schemas"]["Time"] | null;
            last_used_at: components["schemas"]["Time"] | null;
            created_by: string | null;
            created_at: components["schemas"]["Time"];
        };
        List: {
            [key: string]: unknown;
        }[];
        ListedBoard: {
            id: string;
            workspace_id: string;
            /** @description Id of the user or key that created the board */
            owner_id: string;
            name: string;
            description: string | null;
            /** @enum {unknown} */
            visibility: "workspace" | "private";
            range: string | null;
            timezone: string | null;
            granularity: string | null;
            filter: components["schemas"]["BoardFilter"];
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
            tile_count: number;
        };
        ListedUser: {
            id: string;
            email: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin" | "platform";
            created_at: components["schemas"]["Time"];
            last_login_at: components["schemas"]["Time"] | null;
            /**
             * @description invited: the id is that of the account which accepting the invite may create
             * @enum {unknown}
             */
            status: "active" | "invited";
        };
        LogLine: {
            message: unknown;
            /**
             * @default info
             * @enum {unknown}
             */
            level?: "emergency" | "alert" | "critical" | "error" | "warning" | "notice" | "info" | "debug" | "trace";
            service?: string;
            /** @description The host or instance */
            source?: string;
            session_id?: string;
            /** @description ISO 8601, or milliseconds since 1970 UTC; now by default */
            timestamp?: string | number;
            /** @description Items of one id are stored once */
            message_id?: string;
        } & {
            [key: string]: unknown;
        };
        Login: {
            token: string;
            expires_at: components["schemas"]["Time"];
            user: components["schemas"]["User"];
        };
        MadeInvite: {
            id: string;
            workspace_id: string;
            email: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin";
            expires_at: components["schemas"]["Time"];
        };
        MadeKey: {
            id: string;
            workspace_id: string;
            name: string;
            /** @enum {unknown} */
            kind: "ingest" | "query";
            role: ("viewer" | "editor" | "admin") | null;
            prefix: string;
            last_used_at: components["schemas"]["Time"] | null;
            created_at: components["schemas"]["Time"];
        };
        MadeLink: {
            id: string;
            workspace_id: string;
            /** @description name of the board that it shows */
            name: string;
            expires_at: components["schemas"]["Time"];
            created_at: components["schemas"]["Time"];
        };
        Mark: {
            id: string;
            workspace_id: string;
            title: string;
            description: string | null;
            timestamp: components["schemas"]["Time"];
            category: components["schemas"]["MarkCategory"];
            source: components["schemas"]["MarkSource"];
            source_ref: string | null;
            /** @enum {unknown} */
            scope: "public" | "private";
            metadata: string | null;
            /** @description Id of the user or key that created the mark */
            created_by: string;
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        /** @enum {unknown} */
        MarkCategory: "release" | "news" | "incident";
        MarkChanges: {
            title?: string;
            description?: string | null;
            /** @description ISO 8601, in UTC unless it has an offset; default now */
            timestamp?: string;
            category?: components["schemas"]["MarkCategory"];
            source_ref?: string | null;
            /** @enum {unknown} */
            scope?: "public" | "private";
            metadata?: string | null;
        };
        /** @enum {unknown} */
        MarkSource: "manual" | "api" | "plugin";
        Me: {
            user: components["schemas"]["User"];
            workspaces: {
                id: string;
                name: string;
                slug: string;
                /** @enum {unknown} */
                role: "viewer" | "editor" | "admin";
                timezone: string;
                /** @enum {unknown} */
                week_start: "monday" | "sunday" | "saturday";
            }[];
        };
        Message: {
            id: string;
            channel: string;
            type: string;
            /** @enum {unknown} */
            severity: "info" | "warning" | "critical";
            title: string;
            attempts: number;
            next_at: components["schemas"]["Time"] | null;
            outcome: ("delivered" | "failed") | null;
            error: string | null;
            created_at: components["schemas"]["Time"];
            ended_at: components["schemas"]["Time"] | null;
        };
        /** @description Histograms also have count, sum, min, max and buckets */
        MetricPoint: {
            name: string;
            /**
             * @default gauge
             * @enum {unknown}
             */
            type?: "gauge" | "counter" | "histogram";
            /** @enum {unknown} */
            temporality?: "cumulative" | "delta";
            /** @description For gauges and counters */
            value?: number;
            unit?: string;
            labels?: {
                [key: string]: unknown;
            };
            service?: string;
            source?: string;
            /** @description ISO 8601, or milliseconds since 1970 UTC; now by default */
            timestamp?: string | number;
            /** @description Items of one id are stored once */
            message_id?: string;
        } & {
            [key: string]: unknown;
        };
        NewAudience: {
            name: string;
            description?: string | null;
            definition: components["schemas"]["AudienceDefinition"];
        };
        NewBoard: {
            name: string;
            description?: string | null;
            /** @enum {unknown} */
            visibility?: "workspace" | "private";
            range?: string | null;
            timezone?: string | null;
            granularity?: string | null;
            filter?: components["schemas"]["BoardFilter"];
        };
        NewCalculatedProperty: {
            /** @description letters of ASCII, digits and _; the field is calc.<name> */
            name: string;
            /** @description see docs/expressions.md, like lower(domain(referrer)) */
            expression: string;
            description?: string | null;
        };
        NewInvite: {
            email: string;
            workspace_id: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin";
        };
        NewKey: {
            workspace_id: string;
            name: string;
            /** @enum {unknown} */
            kind: "ingest" | "query";
            /** @enum {unknown} */
            role?: "viewer" | "editor" | "admin";
            expires_at?: string | null;
        };
        NewMark: {
            title: string;
            description?: string | null;
            /** @description ISO 8601, in UTC unless it has an offset; default now */
            timestamp?: string;
            category?: components["schemas"]["MarkCategory"];
            source_ref?: string | null;
            /** @enum {unknown} */
            scope?: "public" | "private";
            metadata?: string | null;
        };
        NewQuestion: {
            name: string;
            question: components["schemas"]["SavedQuestion"];
            description?: string | null;
            tags?: string[];
            /** @enum {unknown} */
            visibility?: "workspace" | "private";
            /** @description how clients draw it: auto, line, bar, number, table … */
            chart?: string;
            view?: string | null;
        };
        NewTile: {
            title: string;
            /** @description how clients draw it: line, bar, number, table … */
            chart: string;
            view?: string | null;
            question?: components["schemas"]["SavedQuestion"];
            /** @description the saved question that the tile shows, in place of a question of its own */
            question_id?: string;
            /** @description Markdown that the tile shows, in place of a question; clients show no HTML of it */
            text?: string;
            /** @description left edge, as a column of 12 */
            left?: number;
            /** @description upper edge, in rows */
            top?: number;
            /** @description columns */
            width?: number;
            /** @description rows */
            height?: number;
        };
        NewUser: {
            email: string;
            /** @description Checked, but used only with ADMIN_SETS_PASSWORDS; otherwise people choose their own by invite_url */
            password?: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin" | "platform";
        };
        NewWorkspace: {
            name: string;
            /** @description 1 to 50 letters, digits and hyphens, unique regardless of case */
            slug: string;
        };
        Page: {
            data: {
                [key: string]: unknown;
            }[];
            has_more: boolean;
            limit: number;
            offset: number;
            /** @description With count_total */
            total?: number;
        };
        PasswordChange: {
            current_password: string;
            new_password: string;
        };
        Person: {
            device_id: string;
            user_id: string | null;
            /** @description the latest value of each trait that is not null */
            traits: {
                [key: string]: unknown;
            };
            /** @description all devices of the person, the last linked one first */
            devices: {
                device_id: string;
                linked_at: string | null;
            }[];
        };
        PersonRef: {
            device_id?: string;
            user_id?: string | null;
        };
        PersonRefs: {
            /** @description as lists of persons show them; without a user_id, the person to whom the device belongs now */
            people: {
                device_id: string;
                user_id?: string | null;
            }[];
        };
        PublicBoard: {
            name: string;
            description: string | null;
            range: string | null;
            timezone: string | null;
            /** @description the time zone of tiles that name none */
            workspace_timezone: string;
            granularity: string | null;
            expires_at: string;
            tiles: components["schemas"]["PublicTile"][];
            /** @description number of tiles that public links do not show */
            left_out: number;
        };
        PublicLink: {
            id: string;
            board_id: string;
            created_by: string;
            created_at: components["schemas"]["Time"];
            expires_at: components["schemas"]["Time"];
        };
        PublicTile: {
            id: string;
            title: string;
            /** @description how clients draw it: line, bar, number, table … */
            chart: string;
            /** @description left edge, as a column of 12 */
            left: number;
            /** @description upper edge, in rows */
            top: number;
            /** @description columns */
            width: number;
            /** @description rows */
            height: number;
            /** @description the Markdown that the tile shows; question is null then */
            text?: string;
            asks: components["schemas"]["TileAnswer"] | null;
        };
        Question: {
            id: string;
            workspace_id: string;
            /** @description Id of the user or key that created the question */
            owner_id: string;
            owner_email: string | null;
            name: string;
            description: string | null;
            tags: string[];
            question: components["schemas"]["SavedQuestion"];
            /** @description how clients draw it: auto, line, bar, number, table … */
            chart: string;
            view: string | null;
            /** @enum {unknown} */
            visibility: "workspace" | "private";
            /** @description whether it is a favourite of the caller */
            favourite: boolean;
            /** @description grows with every change, from 1 */
            version: number;
            asks: components["schemas"]["TileAnswer"] | null;
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
        QuestionChanges: {
            name?: string;
            question?: components["schemas"]["SavedQuestion"];
            description?: string | null;
            tags?: string[];
            /** @enum {unknown} */
            visibility?: "workspace" | "private";
            /** @description how clients draw it: auto, line, bar, number, table … */
            chart?: string;
            view?: string | null;
        };
        QuestionVersion: {
            version: number;
            /** @description Id of a user or key */
            changed_by: string;
            changed_by_email: string | null;
            changed_at: components["schemas"]["Time"];
            /** @description fields that differ from the version before; empty for the first */
            changed: string[];
            restored: number | null;
            /** @enum {unknown} */
            visibility: "workspace" | "private";
            /** @description the fields after the change */
            fields: {
                name: string;
                description: string | null;
                tags: string[];
                question: components["schemas"]["SavedQuestion"];
                /** @description how clients draw it: auto, line, bar, number, table … */
                chart: string;
                view: string | null;
            };
        };
        ResetUser: {
            id: string;
            email: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin" | "platform";
            created_at: components["schemas"]["Time"];
            last_login_at: components["schemas"]["Time"] | null;
            /**
             * @description invited: the id is that of the account which accepting the invite may create
             * @enum {unknown}
             */
            status: "active" | "invited";
            /** @description Shown only in this response; the user chooses a password by it */
            reset_url?: string;
            reset_expires_at?: components["schemas"]["Time"];
        };
        RetentionCohort: {
            cohort_date: string;
            cohort_size: number;
            retention: number[];
            counts: number[];
        };
        RetentionPeopleQuestion: {
            /** @description The `cohort_date` of a cohort in the answer */
            cohort_date: string;
            /** @description The column; 0 is the cohort itself */
            period: number;
            /** @description A value of the breakdown, as reported; all if omitted */
            dimension?: string;
            /** @description Instead of dimension: one value for each breakdown */
            dimensions?: string[];
            /**
             * @default returned
             * @enum {unknown}
             */
            outcome?: "returned" | "not_returned";
            /**
             * @description Like the range parameter of metrics
             * @default 90d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            actor?: components["schemas"]["Actor"];
            /**
             * @description Length of a period
             * @default weekly
             * @enum {unknown}
             */
            granularity?: "daily" | "weekly" | "monthly" | "day" | "week" | "month";
            /**
             * @description Number of columns, including that of the cohort itself
             * @default 8
             */
            periods?: number;
            /** @description Its first occurrence puts a person into a cohort; any event if omitted */
            start_event?: string;
            /** @description a list of {field, operator, value}; a row must meet all of them */
            start_filters?: components["schemas"]["Filter"][];
            start_filter?: components["schemas"]["FilterTree"];
            /** @description An occurrence counts as a return; any event if omitted */
            return_event?: string;
            /** @description a list of {field, operator, value}; a row must meet all of them */
            return_filters?: components["schemas"]["Filter"][];
            return_filter?: components["schemas"]["FilterTree"];
            /**
             * @description on: returned in exactly that period; on_or_after: in it or later
             * @default on
             * @enum {unknown}
             */
            mode?: "on" | "on_or_after";
            /** @description A field to split by; a person has the value of their first start event */
            breakdown?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @default 25 */
            breakdown_limit?: number;
            /** @default 100 */
            limit?: number;
            /** @default 0 */
            offset?: number;
            /** @default false */
            count_total?: boolean;
        };
        RetentionQuestion: {
            /**
             * @description Like the range parameter of metrics
             * @default 90d
             */
            range?: string;
            /** @description an IANA name; the workspace’s by default */
            timezone?: string;
            /**
             * @description the first day of the week; the workspace’s by default
             * @enum {unknown}
             */
            week_start?: "monday" | "sunday" | "saturday";
            /** @description a list of {field, operator, value}; a row must meet all of them */
            filters?: components["schemas"]["Filter"][];
            filter?: components["schemas"]["FilterTree"];
            /** @description only the persons of this audience */
            audience_id?: string;
            /** @description instead of audience_id: an audience that is not saved; its definition is as in POST /audiences */
            audience?: {
                definition: unknown;
            };
            actor?: components["schemas"]["Actor"];
            /**
             * @description Length of a period
             * @default weekly
             * @enum {unknown}
             */
            granularity?: "daily" | "weekly" | "monthly" | "day" | "week" | "month";
            /**
             * @description Number of columns, including that of the cohort itself
             * @default 8
             */
            periods?: number;
            /** @description Its first occurrence puts a person into a cohort; any event if omitted */
            start_event?: string;
            /** @description a list of {field, operator, value}; a row must meet all of them */
            start_filters?: components["schemas"]["Filter"][];
            start_filter?: components["schemas"]["FilterTree"];
            /** @description An occurrence counts as a return; any event if omitted */
            return_event?: string;
            /** @description a list of {field, operator, value}; a row must meet all of them */
            return_filters?: components["schemas"]["Filter"][];
            return_filter?: components["schemas"]["FilterTree"];
            /**
             * @description on: returned in exactly that period; on_or_after: in it or later
             * @default on
             * @enum {unknown}
             */
            mode?: "on" | "on_or_after";
            /** @description A field to split by; a person has the value of their first start event */
            breakdown?: string;
            breakdowns?: components["schemas"]["BreakdownList"];
            /** @default 25 */
            breakdown_limit?: number;
        };
        RetentionResponse: {
            data: components["schemas"]["RetentionResult"];
        };
        RetentionResult: {
            cohorts: components["schemas"]["RetentionCohort"][];
            averages: number[];
            weighted_averages: number[];
            /** @enum {unknown} */
            granularity: "day" | "week" | "month";
            periods: number;
            breakdowns?: {
                /** @description With several breakdowns, their values joined by " / " */
                dimension: string;
                /** @description One value for each of breakdowns; only if these are listed */
                dimensions?: string[];
                cohorts: components["schemas"]["RetentionCohort"][];
                averages: number[];
                weighted_averages: number[];
            }[];
        };
        /**
         * @example {
         *       "code": 3,
         *       "message": "resourceLogs must be an array"
         *     }
         */
        RpcStatus: {
            code: number;
            message: string;
        };
        /** @description question as a client sends it: the GET of a metric, or the POST of a query such as a funnel */
        SavedQuestion: {
            /** @description /api/v1/metrics/dau, /api/v1/funnels … */
            path: string;
            /** @description query string, encoded, without the ? */
            query?: string;
            /** @description body of a POST, instead of a query */
            body?: {
                [key: string]: unknown;
            };
        };
        Series: {
            points: components["schemas"]["SeriesPoint"][];
            total: number;
            min: number;
            max: number;
            avg: number;
            comparison?: components["schemas"]["SeriesComparison"];
        };
        SeriesComparison: {
            previous_total: number;
            change: number;
            percent_change: number;
            previous_points: components["schemas"]["SeriesPoint"][];
            previous_range: {
                from: string;
                to: string;
            };
        };
        SeriesPoint: {
            /** @description The bucket: YYYY-MM-DD, or a date-time for hourly and minute */
            date: string;
            value: number;
            /** @description With a breakdown; with several, their values joined by " / " */
            dimension?: string;
            /** @description One value for each of breakdowns; only if these are listed */
            dimensions?: string[];
        };
        SeriesResponse: {
            data: components["schemas"]["Series"];
        };
        SourceField: {
            /** @description name in filters and breakdowns */
            name: string;
            /** @description text, number, time, json, boolean or array; for a property, its most frequent type */
            data_type: string;
            description: string;
            /** @description for a property: all types that occur, most frequent first */
            types?: ("text" | "number" | "boolean" | "array")[];
            /** @description for a property: the share of rows that have it, 0 to 1 */
            share?: number;
            /** @description for a property: the earliest time of a row that has it; null if unknown */
            first_seen?: string | null;
            last_seen?: string | null;
            /** @description for a property: up to three short values */
            examples?: string[];
        };
        /** @description a value for each {name:Type} of the statement; the types are String, Int64, UInt64, Float64, Bool, Date, DateTime and Array(…) of these */
        SqlParameters: {
            [key: string]: string | number | boolean | (string | number | boolean)[];
        };
        SqlQuery: {
            /** @description one SELECT over the tables of GET /data/sources, in the SQL dialect of the storage */
            query: string;
            parameters?: components["schemas"]["SqlParameters"];
            /** @description maximum number of rows: default 1000, at most 10000; for a file default and at most 1000000 */
            limit?: number;
            /**
             * @description json for the answer described here; other formats are streamed as a file with the columns of the statement; csv: a table with a header; ndjson: a JSON object on each line; parquet: Apache Parquet
             * @default json
             * @enum {unknown}
             */
            format?: "json" | "csv" | "ndjson" | "parquet";
            /**
             * @description for csv: put an apostrophe before cells that a spreadsheet would run as a formula (those that begin with =, +, -, @, a tab or a carriage return and are not numbers)
             * @default false
             */
            escape_formulas?: boolean;
        };
        SqlResult: {
            columns: {
                name: string;
                /** @description type as the storage names it */
                data_type: string;
            }[];
            /** @description cells of each row, in the order of the columns */
            rows: unknown[][];
            /** @description number of returned rows */
            row_count: number;
            execution_time_ms: number;
            /**
             * @description there are more rows than the limit
             * @constant
             */
            truncated?: true;
        };
        StartedJobRun: {
            name: string;
            /** @description That of the run */
            token: number;
        };
        Tile: {
            id: string;
            title: string;
            /** @description how clients draw it: line, bar, number, table … */
            chart: string;
            view: string | null;
            /** @description left edge, as a column of 12 */
            left: number;
            /** @description upper edge, in rows */
            top: number;
            /** @description columns */
            width: number;
            /** @description rows */
            height: number;
            question: components["schemas"]["SavedQuestion"] | null;
            /** @description the saved question that the tile shows; absent if it has its own */
            question_id?: string;
            question_name?: string | null;
            /** @description the saved question was deleted or is private to someone else; question is null then */
            missing?: boolean;
            /** @description the Markdown that the tile shows; question is null then */
            text?: string;
            asks: components["schemas"]["TileAnswer"] | null;
            /** @description whether public links show the tile; see plugins/boards/README.md */
            for_everybody: boolean;
        };
        /** @description how to draw the answer */
        TileAnswer: {
            /** @description key of the metric or query */
            key: string;
            /** @description series, top, page, list or people for a metric, or query */
            answer: string;
            unit: string | null;
            kind: string | null;
        };
        TileChanges: {
            title?: string;
            /** @description how clients draw it: line, bar, number, table … */
            chart?: string;
            view?: string | null;
            question?: components["schemas"]["SavedQuestion"];
            /** @description the saved question that the tile shows, in place of a question of its own */
            question_id?: string;
            /** @description Markdown that the tile shows, in place of a question; clients show no HTML of it */
            text?: string;
            /** @description left edge, as a column of 12 */
            left?: number;
            /** @description upper edge, in rows */
            top?: number;
            /** @description columns */
            width?: number;
            /** @description rows */
            height?: number;
        };
        /** @description ISO 8601, UTC, with milliseconds */
        Time: string;
        TopLabel: {
            label: string;
            count: number;
        };
        TopResponse: {
            data: components["schemas"]["TopLabel"][];
            total_labels: number;
        };
        User: {
            id: string;
            email: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "admin" | "platform";
            created_at: components["schemas"]["Time"];
            last_login_at: components["schemas"]["Time"] | null;
        };
        ViewReport: {
            name: string;
            /** @description Share of the stored parts that have the view; below 1, queries read the events instead */
            built: number;
            /** @description UTC days on which the view differs from the events */
            differs: string[];
        };
        Violation: {
            event: string;
            property: string | null;
            /**
             * @description missing: a required property is absent or null; type, value: not the expected one; deprecated: still sent; unknown: not in the dictionary
             * @enum {unknown}
             */
            kind: "missing" | "type" | "value" | "deprecated" | "unknown";
            /** @description the day */
            date: string;
            platform: string | null;
            app_version: string | null;
            /** @description number of events */
            count: number;
        };
        Workspace: {
            id: string;
            name: string;
            slug: string;
            /** @description An IANA name; the time zone of requests that name none */
            timezone: string;
            /**
             * @description The first day of the week in requests that name none
             * @enum {unknown}
             */
            week_start: "monday" | "sunday" | "saturday";
            created_at: components["schemas"]["Time"];
            updated_at: components["schemas"]["Time"];
        };
    };
    responses: {
        /** @description An error */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
        Actor: string;
        /** @description The id of an audience; only its persons are counted */
        AudienceId: string;
        /** @description A field to break the result down by */
        Breakdown: string;
        /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
        BreakdownBins: string;
        /** @description The number of breakdown values reported separately; all others together are (other) */
        BreakdownLimit: number;
        /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
        BreakdownsText: string;
        /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
        Compare: string;
        /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
        Conditions: {
            field: string;
            /**
             * @default eq
             * @enum {string}
             */
            op?: "eq" | "ne" | "in" | "not_in" | "gt" | "gte" | "lt" | "lte" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_set" | "is_not_set" | "regex" | "=" | "!=" | ">" | ">=" | "<" | "<=";
            value?: string;
        }[];
        /** @description Adds `total`, the number of rows of all pages */
        CountTotal: boolean;
        /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
        FilterText: string;
        /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
        Granularity: string;
        Limit: number;
        MarkCategory: "release" | "news" | "incident";
        MarkSource: "manual" | "api" | "plugin";
        Offset: number;
        /** @description The `date` of a point; without it, the persons of the whole range */
        PointDate: string;
        /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
        PointDimension: string;
        /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
        PointDimensions: string;
        /** @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive */
        Range: string;
        /** @description An IANA name; the workspace’s by default */
        TimeZone: string;
        TopLimit: number;
        /** @description The first day of the week; the workspace’s by default */
        WeekStart: "monday" | "sunday" | "saturday";
        /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
        WorkspaceHeader: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_admin_audit: {
        parameters: {
            query?: {
                /** @description id or e-mail address of a user, or id of a key */
                actor?: string;
                /**
                 * @description such as `key.created`
                 * @example key.created
                 */
                action?: string;
                limit?: number;
                offset?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            entries: components["schemas"]["AuditEntry"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_jobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_jobs_by_name_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ended-rate-limits */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedJobRun"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_messages: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Message"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_rollups: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rollups: components["schemas"]["ViewReport"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_rollups_rebuild: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rebuilding: boolean;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_users: {
        parameters: {
            query?: {
                /** @description part of the address, in any case */
                email?: string;
                /** @example viewer */
                role?: "viewer" | "editor" | "admin" | "platform";
                limit?: number;
                offset?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            users: components["schemas"]["ListedUser"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_users: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bob@example.com",
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedUser"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_admin_users_by_id: {
        parameters: {
            query?: {
                /** @description comma-separated ids of keys and public links that pass to the caller instead of ending */
                keep?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example usr_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "editor"
                 *     }
                 */
                "application/json": {
                    /** @enum {unknown} */
                    role: "viewer" | "editor" | "admin" | "platform";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedUser"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_admin_users_by_id: {
        parameters: {
            query?: {
                /** @description comma-separated ids of keys and public links that pass to the caller instead of ending */
                keep?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example usr_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_users_by_id_credentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example usr_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            keys: components["schemas"]["MadeKey"][];
                            links: components["schemas"]["MadeLink"][];
                            invites: components["schemas"]["MadeInvite"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_users_by_id_password: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example usr_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Rejected unless ADMIN_SETS_PASSWORDS is set */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ResetUser"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_views: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            views: components["schemas"]["ViewReport"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_views_rebuild: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            rebuilding: boolean;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_workspace_invites: {
        parameters: {
            query: {
                /** @example ws_example2 */
                workspace_id: string;
                status?: "pending" | "accepted" | "expired" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invite"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_workspace_invites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspace_id": "ws_example1",
                 *       "email": "carol@example.com",
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["NewInvite"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedInvite"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_admin_workspace_invites_by_id: {
        parameters: {
            query: {
                /** @example ws_example1 */
                workspace_id: string;
            };
            header?: never;
            path: {
                /** @example inv_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_workspace_keys: {
        parameters: {
            query: {
                /** @example ws_example1 */
                workspace_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_admin_workspace_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspace_id": "ws_example1",
                 *       "name": "dashboard",
                 *       "kind": "query"
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedKey"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_admin_workspace_keys_by_id: {
        parameters: {
            query: {
                /** @example ws_example1 */
                workspace_id: string;
            };
            header?: never;
            path: {
                /** @example key_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_workspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_admin_workspaces_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example ws_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_admin_workspaces_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example ws_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description An IANA name */
                    timezone?: string;
                    /**
                     * @description The first day of the week in requests that name none
                     * @enum {unknown}
                     */
                    week_start?: "monday" | "sunday" | "saturday";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_admin_workspaces_by_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ws_example2 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_audiences: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            audiences: components["schemas"]["Audience"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_audiences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Buyers",
                 *       "definition": {
                 *         "events": [
                 *           {
                 *             "event": "purchase",
                 *             "days": 30
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewAudience"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Audience"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_audiences_count: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": {
                 *         "events": [
                 *           {
                 *             "event": "purchase",
                 *             "days": 30
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    definition: components["schemas"]["AudienceDefinition"];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            count: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_audiences_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Audience"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_audiences_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Customers"
                 *     }
                 */
                "application/json": components["schemas"]["AudienceChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Audience"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_audiences_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_audiences_by_id_count: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            audience_id: string;
                            count: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_audiences_by_id_history: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            versions: components["schemas"]["AudienceVersion"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_audiences_by_id_history_by_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
                /** @example 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Audience"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_audiences_by_id_members: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                count_total?: boolean;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_audiences_by_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example aud_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Audience"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_auth_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "admin@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Login"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_auth_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, never>;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_auth_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_auth_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery",
                 *       "new_password": "staple battery horse"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, never>;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_auth_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Login"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_auth_resets_by_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-6 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            expires_at: components["schemas"]["Time"];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_auth_resets_by_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-6 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "battery horse staple"
                 *     }
                 */
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Login"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_auth_setup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "admin@example.com",
                 *       "password": "correct horse battery",
                 *       "code": "example-code"
                 *     }
                 */
                "application/json": components["schemas"]["FirstUser"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Login"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_auth_setup_status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            setup_required: boolean;
                            /** @description whether setup requires the code in the log */
                            code_required: boolean;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_boards: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            boards: components["schemas"]["ListedBoard"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sales",
                 *       "visibility": "workspace"
                 *     }
                 */
                "application/json": components["schemas"]["NewBoard"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Board"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_boards_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BoardWithTiles"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_boards_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "What we sell"
                 *     }
                 */
                "application/json": components["schemas"]["BoardChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Board"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_boards_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards_by_id_duplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Sales of Europe"
                 *     }
                 */
                "application/json": components["schemas"]["BoardCopy"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Board"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_boards_by_id_history: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            versions: components["schemas"]["BoardVersion"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards_by_id_history_by_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
                /** @example 3 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Board"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_boards_by_id_layout: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tiles": [
                 *         {
                 *           "id": "til_example1",
                 *           "left": 0,
                 *           "top": 0,
                 *           "width": 6,
                 *           "height": 2
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BoardLayout"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            tiles: components["schemas"]["Tile"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_boards_by_id_links: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            links: components["schemas"]["PublicLink"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards_by_id_links: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description ISO 8601, in UTC unless it has an offset; default 30 days from now, at most 366 */
                    expires_at?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedPublicLink"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_boards_by_id_links_by_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
                /** @example lnk_example1 */
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards_by_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Board"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards_by_id_tiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Active users",
                 *       "chart": "line",
                 *       "question": {
                 *         "path": "/api/v1/metrics/dau",
                 *         "query": "range=2026-03-08,2026-03-09"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewTile"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tile"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_boards_by_id_tiles_by_tile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
                /** @example til_example1 */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Active users a day"
                 *     }
                 */
                "application/json": components["schemas"]["TileChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tile"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_boards_by_id_tiles_by_tile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
                /** @example til_example1 */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_boards_by_id_tiles_by_tile_data: {
        parameters: {
            query?: {
                /** @description replaces the board’s */
                range?: string;
                /** @description replaces the board’s */
                timezone?: string;
                /** @description replaces the board’s */
                granularity?: string;
                /** @description a tree as JSON that replaces the board’s filter; null for none */
                filter?: string;
                /** @description values of the statement’s parameters as a JSON object; others keep their saved value */
                parameters?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
                /** @example til_example1 */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_boards_by_id_tiles_by_tile_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example brd_example1 */
                id: string;
                /** @example til_example1 */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tile"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_channels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Channel"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_data_properties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            properties: components["schemas"]["CalculatedProperty"][];
                            functions: components["schemas"]["ExpressionFunction"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_data_properties: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "source",
                 *       "expression": "coalesce(utm_source, domain(referrer), 'direct')"
                 *     }
                 */
                "application/json": components["schemas"]["NewCalculatedProperty"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalculatedProperty"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_data_properties_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expression": "if(day_of_week(timestamp) >= 6, 'weekend', 'weekday')"
                 *     }
                 */
                "application/json": components["schemas"]["ExpressionPreview"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description the type of its values; any if they may have several
                             * @enum {unknown}
                             */
                            type: "text" | "number" | "boolean" | "any";
                            /** @description the most frequent ones of the newest events, as text; null where there is none */
                            values: {
                                value: string | null;
                                rows: number;
                            }[];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_data_properties_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Where the visit came from"
                 *     }
                 */
                "application/json": components["schemas"]["CalculatedPropertyChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalculatedProperty"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_data_properties_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example source */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    post_data_query: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "SELECT event_name, count() AS n FROM events_v1 WHERE timestamp >= {from:DateTime} GROUP BY 1 ORDER BY 1 LIMIT {most:Int64}",
                 *       "parameters": {
                 *         "from": "2026-01-01",
                 *         "most": 10
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SqlQuery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlResult"];
                    "text/csv; charset=utf-8; header=present": string;
                    "application/x-ndjson; charset=utf-8": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_data_sources: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            sources: {
                                id: string;
                                name: string;
                                description: string;
                                table: string;
                            }[];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_data_sources_by_source_fields: {
        parameters: {
            query?: {
                /** @description only columns and properties whose name contains this, in any case */
                search?: string;
                /** @description only properties with values of this type */
                type?: "text" | "number" | "boolean" | "array";
                /** @description maximum number of properties */
                limit?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /**
                 * @description id from the list of sources, such as events, logs or users
                 * @example logs
                 */
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            source: string;
                            fields: components["schemas"]["SourceField"][];
                            /** @description number of rows from which the shares of properties are computed */
                            sample?: number;
                            /**
                             * @description there are more properties than the limit
                             * @constant
                             */
                            truncated?: true;
                            /**
                             * @description the workspace has reached PROPERTY_NAMES; new names are not listed
                             * @constant
                             */
                            full?: true;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_data_sources_by_source_values_by_field: {
        parameters: {
            query?: {
                /** @description only values that contain this, in any case */
                search?: string;
                limit?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /**
                 * @description id from the list of sources, such as events, logs or users
                 * @example logs
                 */
                source: string;
                /**
                 * @description name of a field of the source, percent-encoded
                 * @example level
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            source: string;
                            field: string;
                            values: string[];
                            /** @description values that occur only in rows before this time may be missing; null if all rows count */
                            since: string | null;
                            /**
                             * @description more values may match; make the search longer
                             * @constant
                             */
                            truncated?: true;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_dictionary_events: {
        parameters: {
            query?: {
                /** @description part of the name or description, in any case */
                search?: string;
                /** @description verified: listed first; hidden: not listed in pickers; deprecated: its use is a violation */
                status?: "verified" | "hidden" | "deprecated";
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            events: components["schemas"]["DictionaryEvent"][];
                            /** @description `after` of the next page; null on the last */
                            next: string | null;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_dictionary_events_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example purchase */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DictionaryEvent"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_dictionary_events_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example purchase */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "A payment that succeeded",
                 *       "owner": "Growth",
                 *       "status": "verified",
                 *       "properties": [
                 *         {
                 *           "name": "currency",
                 *           "required": true,
                 *           "type": "text",
                 *           "allowed": [
                 *             "EUR",
                 *             "USD"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DictionaryEventChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DictionaryEvent"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_dictionary_events_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example purchase */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_dictionary_file: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DictionaryFile"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_dictionary_file: {
        parameters: {
            query?: {
                /**
                 * @description true: list the changes and make none
                 * @example true
                 */
                dry_run?: boolean;
                /** @description true: keep entries that the file does not name */
                keep?: boolean;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "events": [
                 *         {
                 *           "name": "purchase",
                 *           "status": "verified"
                 *         }
                 *       ],
                 *       "properties": []
                 *     }
                 */
                "application/json": components["schemas"]["DictionaryFile"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            dry_run: boolean;
                            changes: components["schemas"]["DictionaryChange"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_dictionary_properties: {
        parameters: {
            query?: {
                /** @description part of the name or description, in any case */
                search?: string;
                /** @description verified: listed first; hidden: not listed in pickers; deprecated: its use is a violation */
                status?: "verified" | "hidden" | "deprecated";
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            properties: components["schemas"]["DictionaryProperty"][];
                            /** @description `after` of the next page; null on the last */
                            next: string | null;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_dictionary_properties_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example plan */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DictionaryProperty"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_dictionary_properties_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example plan */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "type": "text"
                 *     }
                 */
                "application/json": components["schemas"]["DictionaryPropertyChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DictionaryProperty"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_dictionary_properties_by_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example plan */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_dictionary_violations: {
        parameters: {
            query?: {
                /**
                 * @description like the range parameter of metrics
                 * @example 2026-03-01,2026-03-10
                 */
                range?: string;
                /** @description an IANA name; the workspace’s by default */
                timezone?: string;
                /** @description only this event */
                event?: string;
                /** @description only this property */
                property?: string;
                /** @description missing: a required property is absent or null; type, value: not the expected one; deprecated: still sent; unknown: not in the dictionary */
                kind?: "missing" | "type" | "value" | "deprecated" | "unknown";
                /** @description true: also count events that the dictionary does not name */
                unknown?: boolean;
                limit?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            violations: components["schemas"]["Violation"][];
                            /** @description sum of all counts, also those beyond the limit */
                            total: number;
                            has_more: boolean;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_funnels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "steps": [
                 *         {
                 *           "event": "signup"
                 *         },
                 *         {
                 *           "event": "purchase"
                 *         }
                 *       ],
                 *       "range": "2026-03-08,2026-03-09",
                 *       "breakdown": "plan"
                 *     }
                 */
                "application/json": components["schemas"]["FunnelQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_funnels_people: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "steps": [
                 *         {
                 *           "event": "signup"
                 *         },
                 *         {
                 *           "event": "purchase"
                 *         }
                 *       ],
                 *       "range": "2026-03-08,2026-03-09",
                 *       "step": 2,
                 *       "outcome": "dropped"
                 *     }
                 */
                "application/json": components["schemas"]["FunnelPeopleQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_funnels_trend: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "steps": [
                 *         {
                 *           "event": "signup"
                 *         },
                 *         {
                 *           "event": "purchase"
                 *         }
                 *       ],
                 *       "range": "2026-03-08,2026-03-09"
                 *     }
                 */
                "application/json": components["schemas"]["FunnelTrendQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelTrendResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_groups: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            type: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_groups_by_type: {
        parameters: {
            query?: {
                /**
                 * @description like the range parameter of metrics
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description an IANA name; the workspace’s by default */
                timezone?: string;
                limit?: number;
                offset?: number;
                count_total?: boolean;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example company */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_groups_by_type_by_id: {
        parameters: {
            query?: {
                /**
                 * @description like the range parameter of metrics
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description an IANA name; the workspace’s by default */
                timezone?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example company */
                type: string;
                /** @example acme */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Group"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_invites_by_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-3 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            valid: boolean;
                            email: string;
                            workspace_name: string;
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin";
                            expires_at: components["schemas"]["Time"];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_invites_by_token_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-3 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bob@example.com",
                 *       "password": "staple battery horse"
                 *     }
                 */
                "application/json": components["schemas"]["InviteAcceptance"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            user: components["schemas"]["User"];
                            workspace_id: string;
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin";
                            token: string;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_marks: {
        parameters: {
            query?: {
                /**
                 * @description ISO 8601, inclusive; a date is its first instant
                 * @example 2026-03-01
                 */
                from?: string;
                /** @description ISO 8601, inclusive; a date is its last instant */
                to?: string;
                category?: components["parameters"]["MarkCategory"];
                source?: components["parameters"]["MarkSource"];
                limit?: number;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            marks: components["schemas"]["Mark"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_marks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Release 2.4",
                 *       "category": "release",
                 *       "timestamp": "2026-03-09"
                 *     }
                 */
                "application/json": components["schemas"]["NewMark"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mark"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_marks_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example mrk_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mark"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_marks_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example mrk_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Release 2.4.1"
                 *     }
                 */
                "application/json": components["schemas"]["MarkChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mark"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_marks_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example mrk_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    post_marks_by_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example mrk_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Mark"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_dau: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_dau_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_dau_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_event_by_name: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_event_by_name_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The name of the event */
                event?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_custom: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The name of the event */
                event?: string;
                /**
                 * @description A property (`properties.plan`, or just `plan`) or a column (`country`)
                 * @example total
                 */
                property: string;
                /**
                 * @description How the values are aggregated
                 * @example sum
                 */
                metric?: "sum" | "avg" | "min" | "max" | "count";
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_custom_people: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description The name of the event */
                event?: string;
                /**
                 * @description A property (`properties.plan`, or just `plan`) or a column (`country`)
                 * @example total
                 */
                property: string;
                /**
                 * @description How the values are aggregated
                 * @example sum
                 */
                metric?: "sum" | "avg" | "min" | "max" | "count";
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_first_time: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                event: string;
                /** @description false: the very first occurrence of the event counts if it meets the conditions; true: the first occurrence that meets them counts */
                match_mode?: boolean;
                /** @description How many days before the range to search for earlier occurrences; all history if omitted */
                lookback_days?: number;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_first_time_people: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                event: string;
                /** @description false: the very first occurrence of the event counts if it meets the conditions; true: the first occurrence that meets them counts */
                match_mode?: boolean;
                /** @description How many days before the range to search for earlier occurrences; all history if omitted */
                lookback_days?: number;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description The name of the event */
                event?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_per_actor: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                event: string;
                /** @description How the persons' values are aggregated; median is p50 */
                metric?: "avg" | "median" | "p50" | "p75" | "p90" | "p95" | "p99" | "min" | "max" | "sum";
                /** @description A person's value is the sum of this property's numbers; without it, their number of events */
                property?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_per_actor_people: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                event: string;
                /** @description How the persons' values are aggregated; median is p50 */
                metric?: "avg" | "median" | "p50" | "p75" | "p90" | "p95" | "p99" | "min" | "max" | "sum";
                /** @description A person's value is the sum of this property's numbers; without it, their number of events */
                property?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_properties: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                event: string;
                /**
                 * @description A property (`properties.plan`, or just `plan`) or a column (`country`)
                 * @example plan
                 */
                property: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_properties_people: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                event: string;
                /**
                 * @description A property (`properties.plan`, or just `plan`) or a column (`country`)
                 * @example plan
                 */
                property: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description The name of the event */
                event?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_top: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                limit?: components["parameters"]["TopLimit"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_top_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_events_top_by_name_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /**
                 * @description The name of the event
                 * @example purchase
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_explain: {
        parameters: {
            query: {
                /**
                 * @description A key, or <key>:<argument>
                 * @example dau
                 */
                metric: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_metrics_explain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "path": "/api/v1/funnels",
                 *       "body": {
                 *         "steps": [
                 *           {
                 *             "event": "signup"
                 *           },
                 *           {
                 *             "event": "purchase"
                 *           }
                 *         ],
                 *         "range": "2026-03-08,2026-03-09"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Such as /api/v1/funnels or the path of a metric */
                    path: string;
                    /** @description The query string, without its `?` */
                    query?: string;
                    /** @description The body, for a query that is a POST */
                    body?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_metrics_explain_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metric": "events",
                 *       "before": "2026-03-08,2026-03-08",
                 *       "after": "2026-03-09,2026-03-09",
                 *       "fields": [
                 *         "event_name"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExplainChangeQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainChangeResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_metrics_formula: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "series": [
                 *         {
                 *           "metric": "event:purchase",
                 *           "filters": [
                 *             {
                 *               "field": "plan",
                 *               "operator": "eq",
                 *               "value": "pro"
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "metric": "dau"
                 *         }
                 *       ],
                 *       "formula": "A / B",
                 *       "range": "2026-03-08,2026-03-09",
                 *       "compare": "previous"
                 *     }
                 */
                "application/json": components["schemas"]["FormulaQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_metrics_grouped: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "group_by": "plan",
                 *       "range": "2026-03-08,2026-03-09",
                 *       "size": {
                 *         "type": "count"
                 *       },
                 *       "intensity": {
                 *         "type": "avg_per_actor"
                 *       },
                 *       "event": "purchase"
                 *     }
                 */
                "application/json": components["schemas"]["GroupedQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupedResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_metrics_grouped_people: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "group_by": "plan",
                 *       "range": "2026-03-08,2026-03-09",
                 *       "size": {
                 *         "type": "count"
                 *       },
                 *       "intensity": {
                 *         "type": "avg_per_actor"
                 *       },
                 *       "event": "purchase",
                 *       "group": "pro"
                 *     }
                 */
                "application/json": components["schemas"]["GroupPeopleQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_infrastructure: {
        parameters: {
            query: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /**
                 * @description The name of the metric
                 * @example cpu_seconds
                 */
                name: string;
                /** @description How its points are aggregated; median is p50 */
                fn?: "avg" | "sum" | "min" | "max" | "rate" | "last" | "count" | "median" | "p50" | "p75" | "p90" | "p95" | "p99";
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_infrastructure_names: {
        parameters: {
            query?: {
                /** @description like the range parameter of metrics */
                range?: string;
                /** @description an IANA name; the workspace’s by default */
                timezone?: string;
                /** @description the first day of the week; the workspace’s by default */
                week_start?: "monday" | "sunday" | "saturday";
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @description gauge, counter or histogram, as of the latest point */
                            type: string;
                            unit: string | null;
                            /** @description All label keys of its points */
                            labels: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_lifecycle: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: string;
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Adds the dimension dormant as negative numbers: persons active in the period before but not in the bucket */
                dormant?: boolean;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_lifecycle_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: string;
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /**
                 * @description The `date` of a point; without it, the persons of the whole range
                 * @example 2026-03-09
                 */
                date?: string;
                /**
                 * @description The `dimension` of a point, or the label of a top list; without it, the persons of all
                 * @example new
                 */
                dimension?: string;
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Adds the dimension dormant as negative numbers: persons active in the period before but not in the bucket */
                dormant?: boolean;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_logs: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Only logs of this service */
                service?: string;
                /** @description Only logs of this level, case-insensitive; fatal, crit, err and warn are accepted as synonyms */
                level?: string;
                /** @description Only logs of this host or instance */
                source?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_logs_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Only logs of this service */
                service?: string;
                /** @description Only logs of this level, case-insensitive; fatal, crit, err and warn are accepted as synonyms */
                level?: string;
                /** @description Only logs of this host or instance */
                source?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_logs_top: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                limit?: components["parameters"]["TopLimit"];
                /** @description Only logs of this service */
                service?: string;
                /** @description Only logs of this level, case-insensitive; fatal, crit, err and warn are accepted as synonyms */
                level?: string;
                /** @description Only logs of this host or instance */
                source?: string;
                /** @description The field to rank: level, service, source, session_id or message.<path> */
                field?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_mau: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_mau_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_mau_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_query: {
        parameters: {
            query: {
                /**
                 * @description A key, or <key>:<argument>
                 * @example event:signup
                 */
                metric: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_query_people: {
        parameters: {
            query: {
                /**
                 * @description A key, or <key>:<argument>
                 * @example event:signup
                 */
                metric: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_segments: {
        parameters: {
            query?: {
                /** @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive */
                range?: components["parameters"]["Range"];
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_segments_by_segment: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /**
                 * @description One of new, returning, dormant, churned, one_timer, casual, regular, power_user
                 * @example new
                 */
                segment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions_top: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                limit?: components["parameters"]["TopLimit"];
                /** @description A column (`device_type`), a property (`properties.plan`, or just `plan`) or a `trait:<name>` */
                property?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions_top_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description A column (`device_type`), a property (`properties.plan`, or just `plan`) or a `trait:<name>` */
                property?: string;
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions_unique: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_sessions_unique_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_stickiness_daily: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_stickiness_daily_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /**
                 * @description The `date` of a point; without it, the persons of the whole range
                 * @example 2026-03-09
                 */
                date?: string;
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_stickiness_weekly: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_stickiness_weekly_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /**
                 * @description The `date` of a point; without it, the persons of the whole range
                 * @example 2026-03-09
                 */
                date?: string;
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_users: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_users_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_users_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description last_seen, first_seen, events, or trait:<name>; ties by device_id */
                sort?: string;
                /** @description desc: the latest, most or greatest first; asc: the earliest, fewest or least. Of traits, numbers come before texts, texts before booleans, and persons without the trait last, in either order */
                order?: "desc" | "asc";
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_wau: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_wau_people: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @description The `date` of a point; without it, the persons of the whole range */
                date?: components["parameters"]["PointDate"];
                /** @description The `dimension` of a point, or the label of a top list; without it, the persons of all */
                dimension?: components["parameters"]["PointDimension"];
                /** @description The `dimensions` of a point as JSON: ["DE", "ios"]; dimension may be repeated instead */
                dimensions?: components["parameters"]["PointDimensions"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_metrics_wau_raw: {
        parameters: {
            query?: {
                /**
                 * @description Nd, Nw, Nm, Ny, Nh, today, yesterday, wtd, mtd, qtd, ytd, last_week … last_year, all_time, or <start>,<end>: two dates (YYYY-MM-DD), both inclusive, or two times (YYYY-MM-DDTHH:MM), the end exclusive
                 * @example 2026-03-08,2026-03-09
                 */
                range?: string;
                /** @description An IANA name; the workspace’s by default */
                timezone?: components["parameters"]["TimeZone"];
                /** @description The first day of the week; the workspace’s by default */
                week_start?: components["parameters"]["WeekStart"];
                /** @description A tree as JSON: {field, operator, value}, {and: […]}, {or: […]}, {not: …} or {did: {event, filter?, count?, within?}} */
                filter?: components["parameters"]["FilterText"];
                /** @description A field to break the result down by */
                breakdown?: components["parameters"]["Breakdown"];
                /** @description Bins of the numbers of the one breakdown: 0,10,50 for edges, 10 for as many bins of equal width */
                breakdown_bins?: components["parameters"]["BreakdownBins"];
                /** @description Up to 3 fields as JSON: ["country", {"field": "amount", "bins": [0, 10]}, {"field": "timestamp", "unit": "month"}]; breakdown may be repeated instead */
                breakdowns?: components["parameters"]["BreakdownsText"];
                /** @description The number of breakdown values reported separately; all others together are (other) */
                breakdown_limit?: components["parameters"]["BreakdownLimit"];
                /** @description The id of an audience; only its persons are counted */
                audience?: components["parameters"]["AudienceId"];
                /** @description Adds the same for another period: previous (the interval before), yoy (a year earlier), or <start>,<end> as for range */
                compare?: components["parameters"]["Compare"];
                /** @description minute, hourly, daily, weekly, monthly, quarterly or yearly */
                granularity?: components["parameters"]["Granularity"];
                /** @description Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count */
                actor?: components["parameters"]["Actor"];
                /** @example 1 */
                limit?: number;
                offset?: components["parameters"]["Offset"];
                /** @description Adds `total`, the number of rows of all pages */
                count_total?: components["parameters"]["CountTotal"];
                /** @description Filters, combined with AND: conditions[N][field], conditions[N][op], conditions[N][value] */
                conditions?: components["parameters"]["Conditions"];
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_pages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            key: string;
                            plugin: string;
                            title: string;
                            summary: string;
                            /** @description The heading in the navigation; null if it is not listed there */
                            group: ("Analyze" | "People" | "Systems" | "Manage") | null;
                            icon: ("alert" | "audience" | "bar" | "board" | "calendar" | "check" | "clock" | "code" | "compare" | "copy" | "download" | "edit" | "external" | "filter" | "flag" | "funnel" | "history" | "home" | "key" | "link" | "live" | "lock" | "logs" | "metric" | "number" | "person" | "search" | "segments" | "server" | "sessions" | "settings" | "share" | "star" | "table" | "trends" | "users") | null;
                            /** @description Its address in the explorer */
                            path: string;
                            /** @description The address of its ES module; it changes with the content */
                            module: string;
                            styles: string[];
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_people_profiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "people": [
                 *         {
                 *           "device_id": "d1",
                 *           "user_id": "ann"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PersonRefs"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            people: components["schemas"]["Person"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_public_boards_by_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-2 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicBoard"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_public_boards_by_token_tiles_by_tile_data: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-2 */
                token: string;
                /** @example til_example1 */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_questions: {
        parameters: {
            query?: {
                /**
                 * @description part of the name, description or a tag, in any case
                 * @example active
                 */
                search?: string;
                tag?: string;
                /** @description id of a user or key, or `me` */
                owner?: string;
                /** @description true: only favourites of the caller */
                favourite?: boolean;
                /** @description only questions of this path, such as /api/v1/data/query */
                path?: string;
                limit?: number;
                /** @description `next` of the page before */
                after?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            questions: components["schemas"]["Question"][];
                            /** @description `after` of the next page; null on the last */
                            next: string | null;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_questions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Active users",
                 *       "question": {
                 *         "path": "/api/v1/metrics/dau",
                 *         "query": "range=2026-03-08,2026-03-09"
                 *       },
                 *       "tags": [
                 *         "growth"
                 *       ],
                 *       "chart": "line"
                 *     }
                 */
                "application/json": components["schemas"]["NewQuestion"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_questions_tags: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            tags: {
                                tag: string;
                                questions: number;
                            }[];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_questions_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_questions_by_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "People who came"
                 *     }
                 */
                "application/json": components["schemas"]["QuestionChanges"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_questions_by_id: {
        parameters: {
            query?: {
                /** @description true: also if it is in use; what refers to it then says that it is gone */
                force?: boolean;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_questions_by_id_data: {
        parameters: {
            query?: {
                /**
                 * @description replaces the question’s own
                 * @example 2026-03-09,2026-03-09
                 */
                range?: string;
                /** @description replaces the question’s own */
                granularity?: string;
                /** @description replaces the question’s own */
                timezone?: string;
                /** @description replaces the question’s own */
                filter?: string;
                /** @description values of a saved statement’s parameters as a JSON object; others keep their saved value */
                parameters?: string;
            };
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    put_questions_by_id_favourite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    delete_questions_by_id_favourite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_questions_by_id_history: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            versions: components["schemas"]["QuestionVersion"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_questions_by_id_history_by_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
                /** @example 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_questions_by_id_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Question"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_questions_by_id_uses: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path: {
                /** @example qst_example1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            uses: {
                                kind: string;
                                id: string;
                                label: string;
                            }[];
                            /** @description number of uses that the caller does not see, such as private boards */
                            hidden: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_retention: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "range": "2026-03-08,2026-03-09",
                 *       "granularity": "daily",
                 *       "periods": 2,
                 *       "start_event": "signup"
                 *     }
                 */
                "application/json": components["schemas"]["RetentionQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionResponse"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_retention_people: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the workspace, as in GET /api/v1/user/workspaces */
                "X-Workspace-ID"?: components["parameters"]["WorkspaceHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "range": "2026-03-08,2026-03-09",
                 *       "granularity": "daily",
                 *       "periods": 2,
                 *       "start_event": "signup",
                 *       "cohort_date": "2026-03-08",
                 *       "period": 0
                 *     }
                 */
                "application/json": components["schemas"]["RetentionPeopleQuestion"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Page"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_user_invites_by_token_accept: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example example-secret-4 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            workspace_id: string;
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin";
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_user_workspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                            name: string;
                            slug: string;
                            /** @description An IANA name; the time zone of requests that name none */
                            timezone: string;
                            /**
                             * @description The first day of the week in requests that name none
                             * @enum {unknown}
                             */
                            week_start: "monday" | "sunday" | "saturday";
                            created_at: components["schemas"]["Time"];
                            updated_at: components["schemas"]["Time"];
                            /** @enum {unknown} */
                            role: "viewer" | "editor" | "admin";
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_user_workspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Blog",
                 *       "slug": "blog"
                 *     }
                 */
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_docs_assets_by_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example swagger-ui.css */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                    "image/png": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_otlp_v1_logs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            rejectedLogRecords: string;
                            errorMessage: string;
                        };
                    };
                    "application/x-protobuf": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_otlp_v1_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            rejectedDataPoints: string;
                            errorMessage: string;
                        };
                    };
                    "application/x-protobuf": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_otlp_v1_traces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            rejectedSpans: string;
                            errorMessage: string;
                        };
                    };
                    "application/x-protobuf": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_posthog_api_feature_flag_local_evaluation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_posthog_array_by_key_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example none */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_posthog_array_by_key_config_js: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example none */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: 1;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_capture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: 1;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_decide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_e: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: 1;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_flags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_posthog_flags_definitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_i_v0_ai_batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: 1;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_i_v0_e: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: 1;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_i_v1_analytics_events: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            [key: string]: {
                                /** @enum {unknown} */
                                result: "ok" | "drop";
                                details?: string;
                            };
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_posthog_track: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: 1;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_prometheus_api_v1_write: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ready" | "unavailable";
                        /** @enum {unknown} */
                        analytics: "ok" | "unavailable";
                        /** @enum {unknown} */
                        records: "ok" | "unavailable";
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    get_service_segment_v1_projects_by_key_settings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example none */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_segment_v1_by_call: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example track */
                call: "track" | "t" | "identify" | "i" | "page" | "p" | "screen" | "s" | "group" | "g" | "alias" | "a" | "batch" | "b" | "import";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_v1_batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_v1_events: {
        parameters: {
            query?: {
                /** @description The ingest key, for clients that cannot set a header */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "event": "signup",
                 *         "device_id": "d1",
                 *         "user_id": "ann",
                 *         "timestamp": "2026-03-08T09:00:00.000Z"
                 *       },
                 *       {
                 *         "event": "purchase",
                 *         "device_id": "d1",
                 *         "user_id": "ann",
                 *         "timestamp": "2026-03-08T10:00:00.000Z",
                 *         "properties": {
                 *           "plan": "pro",
                 *           "total": 49
                 *         }
                 *       },
                 *       {
                 *         "event": "signup",
                 *         "device_id": "d2",
                 *         "timestamp": "2026-03-09T09:00:00.000Z",
                 *         "properties": {
                 *           "plan": "free"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Event"][];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
            /** @description Some items were rejected, the others are stored */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_v1_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        rejected?: number;
                        errors?: {
                            index: number;
                            error: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_v1_logs: {
        parameters: {
            query?: {
                /** @description The ingest key, for clients that cannot set a header */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "level": "error",
                 *         "service": "shop",
                 *         "message": "Payment failed",
                 *         "timestamp": "2026-03-09T09:00:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["LogLine"][];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
            /** @description Some items were rejected, the others are stored */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    post_service_v1_metrics: {
        parameters: {
            query?: {
                /** @description The ingest key, for clients that cannot set a header */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "name": "cpu_seconds",
                 *         "value": 12.5,
                 *         "timestamp": "2026-03-09T09:00:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["MetricPoint"][];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
            /** @description Some items were rejected, the others are stored */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
