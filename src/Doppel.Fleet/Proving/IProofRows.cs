namespace Doppel.Fleet;

/// <summary>The rows through which hosts ask each other for proofs and answer, on a server.</summary>
/// <remarks>
/// Nobody relies on them: rows may be missing, old, false, repeated and in any order. Then a file stays that could have
/// been deleted. What counts is sealed with the proof key, and a host remembers itself what it has asked and promised
/// (<see cref="ProofLedger"/>).
/// </remarks>
internal interface IProofRows : IDisposable
{
    /// <summary>Reads the server's clock, in seconds since 1970.</summary>
    uint ReadNow();

    /// <summary>Adds rows that say what has become of questions.</summary>
    void Add(IReadOnlyList<ProofQuestion> questions, QuestionState state);

    /// <summary>Adds rows that say that no host waits for answers. Does nothing if the server is unreachable.</summary>
    void Withdraw(IReadOnlyList<ProofQuestion> questions);

    /// <summary>Reads questions to a host that wait for answers, a limited number at once.</summary>
    IReadOnlyList<ProofQuestion> ReadOpen(ulong host);

    /// <summary>Adds answers.</summary>
    void Add(IReadOnlyList<(ProofQuestion Question, ProofAnswer Answer)> answers);

    /// <summary>Reads the answers to a run, from a number on.</summary>
    IReadOnlyList<(uint Number, ProofAnswer Answer)> ReadAnswers(byte[] run, uint first);
}

/// <summary>What has become of a question.</summary>
internal enum QuestionState : byte
{
    /// <summary>The host that asked does not wait for an answer any more.</summary>
    Withdrawn = 0,

    /// <summary>It waits for an answer.</summary>
    Open = 1,

    /// <summary>It has an answer.</summary>
    Answered = 2,
}

/// <summary>What a host says about its file.</summary>
internal enum AnswerState : byte
{
    /// <summary>It does not prove the file.</summary>
    Refused = 2,

    /// <summary>It proves the file, and will not delete it itself as long as the answer counts.</summary>
    Proved = 3,
}
