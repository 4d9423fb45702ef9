namespace Doppel.Reports;

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
