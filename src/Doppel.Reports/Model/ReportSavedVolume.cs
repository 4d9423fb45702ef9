using System.Text;

namespace Doppel.Reports;

/// <summary>
/// A disk that was not searched itself, but what a catalog had saved of it, a bucket of which only the list was read,
/// or a machine of a fleet.
/// </summary>
/// <param name="Name">
/// The name of the saved volume, the address of the bucket: <c>s3://NAME</c>, or that of the machine:
/// <c>host:NAME</c>.
/// </param>
/// <param name="Made">The time at which it was saved, listed or scanned.</param>
public readonly record struct ReportSavedVolume(string Name, ReportTime Made)
{
    /// <summary>What precedes the name of a saved volume in the names of its files.</summary>
    public const string Prefix = "catalog:";

    /// <summary>What precedes the name of a machine in a fleet in the names of its files.</summary>
    public const string HostPrefix = "host:";

    private const string BucketScheme = "s3://";

    /// <summary>Gets what precedes the paths in the names of its files.</summary>
    public string Address => Name.StartsWith(BucketScheme, StringComparison.Ordinal)
        || Name.StartsWith(HostPrefix, StringComparison.Ordinal) ? Name : Prefix + Name;

    /// <summary>
    /// Returns whether a name is that of a file on a saved volume or on another machine, or of an object in a bucket,
    /// which is not on any disk here.
    /// </summary>
    public static bool Holds(ReportName name) => Holds(name.Bytes);

    /// <summary>Returns the name of the machine that a file is on, or null if it is not on one of a fleet.</summary>
    internal static string? HostOf(ReportName name)
    {
        ReadOnlySpan<byte> bytes = name.Bytes;
        if (!bytes.StartsWith("host:"u8))
        {
            return null;
        }

        int end = bytes.IndexOf((byte)'/');
        return Encoding.UTF8.GetString(bytes[HostPrefix.Length..(end < 0 ? bytes.Length : end)]);
    }

    /// <inheritdoc cref="Holds(ReportName)"/>
    internal static bool Holds(ReadOnlySpan<byte> name) => name.StartsWith("catalog:"u8)
        || name.StartsWith("s3://"u8) || name.StartsWith("host:"u8);
}
