using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>Answers questions about listed files whose content the list leaves open, such as a server.</summary>
public interface IListedSource
{
    /// <summary>Gets the number of questions that it still answers.</summary>
    int QuestionsMax { get; }

    /// <summary>Gets whether contents may be read at all.</summary>
    bool CanRead { get; }

    /// <summary>Finds out more about files. Called on one thread.</summary>
    /// <param name="questions">The files, those that matter most first. Others of their size exist.</param>
    /// <param name="answered">Is called after each answer, on any thread.</param>
    /// <param name="cancellationToken">Ends the call early. What is not known by then stays without an answer.</param>
    /// <returns>
    /// An answer for each question, in their order. The default value means that the question was not asked.
    /// </returns>
    ListedAnswer[] Ask(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken);

    /// <summary>
    /// Reads files whose content the answers leave open, as far as that is allowed. Called on one thread.
    /// </summary>
    /// <inheritdoc cref="Ask"/>
    /// <returns>
    /// An answer for each question, in their order. The default value means that the file was not read.
    /// </returns>
    ListedAnswer[] Read(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken);
}

/// <summary>The first and last bytes of the files that a listed file may be equal to. Thread-safe.</summary>
public interface IListedEnds
{
    /// <summary>The size in bytes above which ends are compared before a whole file is read.</summary>
    const int SizeMin = 256 * 1024;

    /// <summary>The most bytes of an end.</summary>
    const int BytesMax = 4096;

    /// <summary>Gets the number of bytes of an end.</summary>
    int Bytes { get; }

    /// <summary>Returns whether any of the files begins with some bytes.</summary>
    bool MayBegin(ReadOnlySpan<byte> first);

    /// <summary>Returns whether any of the files begins and ends with some bytes.</summary>
    bool MayBe(ReadOnlySpan<byte> first, ReadOnlySpan<byte> last);
}

/// <summary>A listed file whose content is in question.</summary>
/// <param name="Path">Its path in the volume, which begins with a slash.</param>
/// <param name="File">What the list contains about it.</param>
/// <param name="NeedsProof">
/// Whether its digest does not decide: another file has it, but it is not trusted as a proof, or files of its size have
/// digests by other hash functions. Then the answer should have a digest of the content that is trusted.
/// </param>
public readonly record struct ListedQuestion(ReadOnlyMemory<byte> Path, SavedFile File, bool NeedsProof = false)
{
    /// <summary>Gets the ends of all files that it can be equal to, or null if they are not known.</summary>
    public IListedEnds? Ends { get; init; }
}

/// <summary>What was found out about a listed file.</summary>
/// <param name="State">Whether the list is right about it.</param>
/// <param name="Digest">Another digest of the content, or null if none is known.</param>
/// <param name="Error">Why the file cannot be compared, if its state is <see cref="ListedState.Failed"/>.</param>
/// <param name="Message">The text of the error, or null for the one that its kind has.</param>
public readonly record struct ListedAnswer(
    ListedState State, ListedDigest? Digest = null, VolumeError Error = default, string? Message = null)
{
    /// <summary>Gets whether its ends are those of none of the files that it could be equal to.</summary>
    public bool Differs { get; init; }
}

/// <summary>Specifies whether a list is right about a file.</summary>
public enum ListedState
{
    /// <summary>The question was not asked. The list is believed if it is right about all other files.</summary>
    NotAsked,

    /// <summary>The source does not show whether the list is right, or may not be asked about this file.</summary>
    Unanswered,

    /// <summary>The listed digest is one of the content. Other contents have other digests.</summary>
    Right,

    /// <summary>The list has no digest of the content, or has a wrong one: other files may be equal to it.</summary>
    Open,

    /// <summary>The file was removed or replaced since it was listed, or asking about it failed.</summary>
    Failed,
}
