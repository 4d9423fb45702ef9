using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>A group of files with identical audio or image data but different surrounding data.</summary>
/// <remarks>At least two of the files differ. Files that do not differ are also in an ordinary group.</remarks>
public sealed record ReportMediaGroup
{
    /// <summary>Gets the format, as a lowercase word such as mp3.</summary>
    public required string Format { get; init; }

    /// <summary>Gets the policy for what counted as audio or image data.</summary>
    public required ReportMediaPolicy Policy { get; init; }

    /// <summary>Gets how the payloads were proved equal.</summary>
    public required Proof Proof { get; init; }

    /// <summary>Gets the XXH3-128 digest of the payload, if it was computed.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>Gets the size of each copy's payload in bytes; 1 or greater.</summary>
    public required long PayloadBytes { get; init; }

    /// <summary>
    /// Gets the total size in bytes of all contents but the largest, counting each content once, at most
    /// <see cref="long.MaxValue"/>. Keeping only one file would free at least this much, beyond what the ordinary
    /// groups free.
    /// </summary>
    public required long RedundantBytes { get; init; }

    /// <summary>Gets the copies, at least two, ordered by first name.</summary>
    public required IReadOnlyList<ReportMediaCopy> Copies { get; init; }
}

/// <summary>Specifies what counts as audio or image data when media files are compared.</summary>
public enum ReportMediaPolicy : byte
{
    /// <summary>
    /// Everything that affects what is seen or heard, including color profiles and encoder-delay headers.
    /// </summary>
    Strict,

    /// <summary>Only the encoded audio or image data.</summary>
    Loose,
}

/// <summary>The words for a policy in JSON and text.</summary>
internal static class MediaPolicyWords
{
    public static ReadOnlySpan<byte> Of(ReportMediaPolicy policy) => policy switch
    {
        ReportMediaPolicy.Strict => "strict"u8,
        ReportMediaPolicy.Loose => "loose"u8,
        _ => throw new ArgumentOutOfRangeException(nameof(policy), policy, "A policy must be strict or loose."),
    };

    public static bool TryParse(ReadOnlySpan<byte> word, out ReportMediaPolicy policy)
    {
        policy = word.SequenceEqual("loose"u8) ? ReportMediaPolicy.Loose : ReportMediaPolicy.Strict;
        return word.SequenceEqual(Of(policy));
    }
}
