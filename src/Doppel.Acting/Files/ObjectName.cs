using System.Text;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Recognizes and splits the names of objects: <c>s3://BUCKET/KEY</c>.</summary>
/// <remarks>A bucket may be preceded by the profile of its keys: <c>s3://PROFILE@BUCKET/KEY</c>.</remarks>
internal static class ObjectName
{
    private static ReadOnlySpan<byte> Scheme => "s3://"u8;

    /// <summary>Returns whether a name is that of an object, and not of a file.</summary>
    internal static bool Is(ReportName name) => name.Bytes.StartsWith(Scheme);

    /// <summary>Returns the length of <c>s3://BUCKET/</c> in bytes, or 0 if the name has no bucket.</summary>
    internal static int RootLength(ReadOnlySpan<byte> name)
    {
        int bucket = name.StartsWith(Scheme) ? name[Scheme.Length..].IndexOf((byte)'/') : 0;
        return bucket > 0 ? Scheme.Length + bucket + 1 : 0;
    }

    /// <summary>Returns the bucket of an object or a prefix, with its profile if it has one.</summary>
    internal static string BucketOf(ReportName name)
    {
        ReadOnlySpan<byte> rest = name.Bytes[Scheme.Length..];
        int end = rest.IndexOf((byte)'/');
        return Encoding.UTF8.GetString(end < 0 ? rest : rest[..end]);
    }

    internal static string KeyOf(ReportName name) => Encoding.UTF8.GetString(name.Bytes[RootLength(name.Bytes)..]);

    /// <summary>Returns the name that an object gets when it is moved: <c>TO/BUCKET/KEY</c>.</summary>
    /// <param name="to">The destination, <c>s3://BUCKET/PREFIX</c>, perhaps with a slash at its end.</param>
    /// <param name="name">The name.</param>
    internal static ReportName MovedTo(ReportName to, ReportName name)
    {
        string bucket = BucketOf(name);
        return new($"{to.ToString().TrimEnd('/')}/{bucket[(bucket.IndexOf('@', StringComparison.Ordinal) + 1)..]}/"
            + KeyOf(name));
    }

    /// <summary>Returns the name of another object with the same prefix up to the last '/'.</summary>
    internal static ReportName Beside(ReportName name, string last) => new(
        (byte[])[.. name.Bytes[..(name.Bytes.LastIndexOf((byte)'/') + 1)], .. Encoding.ASCII.GetBytes(last)]);

    /// <summary>Returns facts that stand for an object. Its inode number is a hash of its name and ETag.</summary>
    /// <param name="name">The name.</param>
    /// <param name="size">The size of the object in bytes.</param>
    /// <param name="modified">When the object was stored, to the second.</param>
    /// <param name="etag">The ETag, or empty if it is unknown.</param>
    internal static FileFacts FactsOf(ReportName name, long size, FileTime modified, string etag = "") => new()
    {
        Kind = EntryKind.File,
        Size = size,
        Allocated = size,
        Modified = modified,
        Links = 1,
        Inode = Xxh3.Hash128([.. name.Bytes, .. Encoding.UTF8.GetBytes(etag)]).Low,
    };

    /// <summary>Returns facts that stand for an object as it was listed.</summary>
    internal static FileFacts ListedFacts(ReportName name, long size, FileTime modified, S3ETag etag) =>
        FactsOf(name, size, modified, etag.IsNone ? "" : etag.ToString());

    /// <summary>Returns a number that tells names apart.</summary>
    internal static ulong NumberOf(ReportName name) => Xxh3.Hash128(name.Bytes).Low;
}
