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
}
