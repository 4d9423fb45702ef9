using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>
/// Describes what to do with the copies of one content, or with media files that share one audio or image payload.
/// </summary>
/// <remarks>This is a claim, not a proof: acting on it compares every byte again. Immutable and thread-safe.</remarks>
public sealed record PlanGroup
{
    /// <summary>Gets the length in bytes of the content, or of the payload for a media group.</summary>
    public required long Size { get; init; }

    /// <summary>Gets what the files of a media group have in common, or null if they are identical copies.</summary>
    public PlanMedia? Media { get; init; }

    /// <summary>Gets how equality was established according to the report, or null if it does not say.</summary>
    public Proof? Proof { get; init; }

    /// <summary>Gets the XXH3-128 of the content or the payload, if the report contains it.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>Gets the copies to keep, at least one. The first is the keeper that the others are linked to.</summary>
    public required IReadOnlyList<PlanCopy> Keep { get; init; }

    /// <summary>Gets a human-readable reason why the keeper was chosen.</summary>
    public required string Reason { get; init; }

    /// <summary>
    /// Gets the absolute name of the file to which the tags of other copies are added: an XMP sidecar of the first kept
    /// copy, or that copy itself. Empty if nothing is added.
    /// </summary>
    public ReportName TagsTo { get; init; }

    /// <summary>Gets the copies to act on, in order: either files or objects.</summary>
    public required IReadOnlyList<PlanCopy> Drop { get; init; }

    /// <summary>
    /// Gets the files that the copies to act on are companions of, such as the photo of a sidecar. The companions go
    /// only once none of these names exists. The first is the file that they are planned with. Default: none.
    /// </summary>
    public IReadOnlyList<ReportName> CompanionOf { get; init; } = [];

    /// <summary>
    /// Gets whether a companion moves: before its file goes, a copy is made under the name of the kept copy, which no
    /// file has yet. Default: false.
    /// </summary>
    public bool IsMoved { get; init; }

    /// <summary>Gets whether the copies to act on are companions of other files.</summary>
    public bool IsOfCompanions => CompanionOf.Count > 0;

    /// <summary>
    /// Gets whether the copies to act on are objects. Those to keep may be both.
    /// </summary>
    public bool IsOfObjects => Drop[0].IsObject;

    /// <summary>Gets whether the copies to act on are files, and those to keep are objects.</summary>
    public bool IsKeptInBuckets => !IsOfObjects && !IsAlone && Keep[0].IsObject;

    /// <summary>Gets whether the copies to keep are on other machines.</summary>
    public bool IsKeptOnHosts => !IsAlone && Keep[0].IsOnHost;

    /// <summary>Gets whether the copies to act on are files, and so are those to keep, on this machine.</summary>
    internal bool IsLocal => !IsOfObjects && (IsAlone || !Keep[0].IsElsewhere);

    /// <summary>Gets whether the tags of other copies are added to the first kept copy itself.</summary>
    public bool IsMerging => !TagsTo.IsEmpty && Keep[0].Names.Contains(TagsTo);

    /// <summary>
    /// Gets whether nothing has to stay, because the user wants the copy itself to go. Plans have no such groups.
    /// </summary>
    internal bool IsAlone => Keep.Count == 0;

    /// <summary>Returns a group for a file or object that goes although no copy of it stays.</summary>
    internal static PlanGroup Alone(PlanCopy copy) => new()
    {
        Size = copy.Facts.Size,
        Keep = [],
        Reason = "",
        Drop = [copy],
    };
}

/// <summary>
/// Describes what the files of a group have in common if they are not identical copies: the same audio or image payload
/// with different tags.
/// </summary>
/// <param name="Format">The format as a lowercase word, such as mp3.</param>
/// <param name="Policy">The policy that defines the payload.</param>
public sealed record PlanMedia(string Format, MediaPolicy Policy);
