using Doppel.Reports;

namespace Doppel.Web;

/// <content>Copies on saved volumes and in buckets.</content>
internal sealed partial class UiEngine
{
    private const string BucketScheme = "s3://";

    /// <summary>Returns the saved volume or the bucket that a file is on; null if it is on a disk.</summary>
    internal ReportSavedVolume? SavedVolumeOf(ReportName name)
    {
        if (!ReportSavedVolume.Holds(name))
        {
            return null;
        }

        // Not all reports say when a volume was saved.
        string text = name.ToString();
        bool isBucket = text.StartsWith(BucketScheme, StringComparison.Ordinal);
        int slash = text.IndexOf('/', isBucket ? BucketScheme.Length : 0);
        string address = slash < 0 ? text : text[..slash];
        string volume = address.StartsWith(ReportSavedVolume.Prefix, StringComparison.Ordinal)
            ? address[ReportSavedVolume.Prefix.Length..]
            : address;
        return (Begin?.SavedVolumes ?? []).Where(one => one.Address == address)
            .Append(new ReportSavedVolume(volume, default)).First();
    }

    private static IReadOnlyList<ReportName> OnDisks(IReadOnlyList<ReportName> roots) =>
        [.. roots.Where(static root => !ReportSavedVolume.Holds(root))];

    private void RefuseSavedReferences()
    {
        if (_request.SavedReferences is [var reference, ..])
        {
            throw new UsageException(
                $"--reference {Quote.Text(reference)} applies only to searching folders",
                "use it when you create the report: doppel find --json --reference...");
        }
    }
}
