using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>Answers questions about listed files whose content the list leaves open, such as a server.</summary>
public interface IListedSource
{
    /// <summary>Gets the number of questions that it still answers.</summary>
    int QuestionsMax { get; }

    /// <summary>Finds out more about files. Called on one thread.</summary>
    /// <param name="questions">The files, those that matter most first. Others of their size exist.</param>
    /// <param name="answered">Is called after each answer, on any thread.</param>
    /// <param name="cancellationToken">Ends the call early. What is not known by then stays without an answer.</param>
    /// <returns>
    /// An answer for each question, in their order. The default value means that the question was not asked.
    /// </returns>
    ListedAnswer[] Ask(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken);
}

/// <summary>A listed file whose content is in question.</summary>
/// <param name="Path">Its path in the volume, which begins with a slash.</param>
/// <param name="File">What the list contains about it.</param>
/// <param name="NeedsProof">
/// Whether another file has its digest, which is not trusted as a proof. Then the answer should have a digest that is.
/// </param>
public readonly record struct ListedQuestion(ReadOnlyMemory<byte> Path, SavedFile File, bool NeedsProof = false);

/// <summary>What was found out about a listed file.</summary>
/// <param name="State">Whether the list is right about it.</param>
/// <param name="Digest">Another digest of the content, or null if none is known.</param>
/// <param name="Error">Why the file cannot be compared, if its state is <see cref="ListedState.Failed"/>.</param>
/// <param name="Message">The text of the error, or null for the one that its kind has.</param>
public readonly record struct ListedAnswer(
    ListedState State, ListedDigest? Digest = null, VolumeError Error = default, string? Message = null);

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
