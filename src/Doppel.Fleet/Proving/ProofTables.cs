using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>The tables through which hosts ask each other for proofs.</summary>
internal static class ProofTables
{
    internal const string Questions = "questions";
    internal const string Answers = "answers";

    internal const string QuestionColumns =
        "host, run, number, asker, size, digest, path, until, state, version";

    internal const string AnswerColumns =
        "host, run, number, size, digest, until, state, proof, kernel, device, inode, reason, version";

    internal static string CreateQuestions(string name) =>
        $"CREATE TABLE IF NOT EXISTS {name} (host UInt64, run FixedString(16), number UInt32, asker UInt64, "
        + "size UInt64, digest FixedString(16), path String, until DateTime, state UInt8, "
        + "version UInt32) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(until) "
        + "ORDER BY (host, run, number)";

    internal static string CreateAnswers(string name) =>
        $"CREATE TABLE IF NOT EXISTS {name} (host UInt64, run FixedString(16), number UInt32, size UInt64, "
        + "digest FixedString(16), until DateTime, state UInt8, proof FixedString(32), kernel UInt64, device UInt64, "
        + "inode UInt64, reason String, version UInt32) ENGINE = ReplacingMergeTree(version) "
        + "PARTITION BY toYYYYMM(until) ORDER BY (run, number, host)";

    /// <summary>Returns which contents stand in rows of a table that count now.</summary>
    /// <param name="server">The server.</param>
    /// <param name="table">The table.</param>
    /// <param name="condition">Which rows.</param>
    /// <param name="contents">The digests to look for.</param>
    internal static HashSet<Digest128> FindContents(
        ClickHouse server, string table, string condition, IEnumerable<Digest128> contents)
    {
        HashSet<Digest128> found = [];
        string digests = string.Join(", ", contents.Distinct()
            .Select(static digest => $"'{digest.ToString().ToUpperInvariant()}'"));
        if (digests.Length > 0)
        {
            server.Retry(() =>
            {
                found.Clear();
                using RowStream rows = server.Query(
                    $"SELECT DISTINCT size, digest FROM {table} FINAL WHERE {condition} AND until > now() "
                    + $"AND hex(digest) IN ({digests})");
                while (rows.TryReadUInt64(out _))
                {
                    found.Add(rows.ReadDigest());
                }
            });
        }

        return found;
    }
}

/// <summary>What has become of a question.</summary>
internal enum QuestionState : byte
{
    /// <summary>The host that asked does not delete anything because of the answer any more.</summary>
    Withdrawn = 0,

    /// <summary>It waits for an answer.</summary>
    Open = 1,

    /// <summary>It has an answer, and the host that asked may delete its file.</summary>
    Answered = 2,
}

/// <summary>What a host says about its file.</summary>
internal enum AnswerState : byte
{
    /// <summary>It will not delete the file itself, but has not proved it yet.</summary>
    Promised = 1,

    /// <summary>It does not prove the file.</summary>
    Refused = 2,

    /// <summary>It proves the file, and will not delete it itself as long as the answer counts.</summary>
    Proved = 3,
}
