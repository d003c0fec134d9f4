// A page that is opened from disk may not read others: results of a search have no excerpts then.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
