using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Has other machines prove, by reading them again, that they have copies of files that are to be deleted here.
/// </summary>
/// <remarks>
/// What fails on the way is a text in <see cref="Failure"/> or an answer, never an exception. Used by one thread at a
/// time, except for <see cref="AreInTime"/>.
/// </remarks>
public interface IHostProofs
{
    /// <summary>Gets whether the answers still count. They do for the time that the user has set.</summary>
    bool AreInTime { get; }

    /// <summary>Gets why there will be no more answers, or null if there may be.</summary>
    string? Failure { get; }

    /// <summary>Asks for proofs. Called once, before the first file is deleted.</summary>
    /// <param name="copies">The copies to prove.</param>
    /// <param name="cancellation">Cancels asking; there will be no answers then.</param>
    /// <returns>
    /// The contents of which this machine has promised others to keep a copy, because they delete theirs. There will be
    /// no answers about them. Until the end of the run, this machine promises no content that it has asked about.
    /// </returns>
    IReadOnlySet<Digest128> Ask(IReadOnlyList<HostCopy> copies, CancellationToken cancellation);

    /// <summary>Waits until there are more answers.</summary>
    /// <returns>False if there will be no more, or those that there are do not count any longer.</returns>
    bool Wait(CancellationToken cancellation);

    /// <summary>Returns the answer about a copy, or null if there is none yet.</summary>
    HostAnswer? AnswerOf(ReportName name);
}

/// <summary>A copy of a file on another machine.</summary>
/// <param name="Name">Its name: <c>host:MACHINE/PATH</c>.</param>
/// <param name="Machine">The machine.</param>
/// <param name="Path">The absolute path of the file there.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="Digest">The XXH3-128 of its content, as the scan has found it.</param>
public sealed record HostCopy(ReportName Name, string Machine, ReportName Path, long Size, Digest128 Digest);

/// <summary>What another machine says about its copy.</summary>
/// <param name="Refusal">Why it does not prove that it has the content, or null if it does.</param>
/// <param name="Begin">Begins to compare the proof with a file here.</param>
public sealed record HostAnswer(string? Refusal, Func<IHostCheck> Begin);

/// <summary>Compares the proof of another machine with a file here, while the file is read once.</summary>
public interface IHostCheck : IDisposable
{
    /// <summary>Adds the next bytes of the file.</summary>
    void Append(ReadOnlySpan<byte> content);

    /// <summary>Returns why the file must stay, once all of it was added; null if it may go.</summary>
    /// <param name="file">The facts of the file.</param>
    /// <param name="mount">The file system that it is on.</param>
    string? WhyNot(in FileFacts file, MountFacts mount);
}
