using Doppel.Cli.Arguments;
using Doppel.Cli.Output;

namespace Doppel.Cli.S3;

/// <summary>A bucket, or something in it, as people name it: <c>s3://bucket/key</c>.</summary>
/// <param name="Bucket">Its name.</param>
/// <param name="Key">All behind the slash, exactly as it was typed; empty for the bucket itself.</param>
internal readonly record struct S3Location(string Bucket, string Key)
{
    private const string Scheme = "s3://";

    /// <summary>The key as a folder: with a slash at its end, if there is a key at all.</summary>
    internal string FolderKey => Key.Length == 0 || Key[^1] == '/' ? Key : Key + "/";

    /// <summary>Whether a word names something on a server and not a file.</summary>
    internal static bool Is(string word) => word.StartsWith(Scheme, StringComparison.Ordinal);

    /// <summary>Reads one.</summary>
    /// <param name="word">As <see cref="ByteText"/>.</param>
    /// <exception cref="UsageException">It is none.</exception>
    internal static S3Location Parse(string word)
    {
        if (!Is(word))
        {
            throw new UsageException($"{Quote.Text(word)} is not s3://BUCKET/KEY");
        }

        if (!ByteText.IsPlain(word))
        {
            throw new UsageException($"{Quote.Text(word)} is not valid UTF-8");
        }

        int slash = word.IndexOf('/', Scheme.Length);
        string bucket = slash < 0 ? word[Scheme.Length..] : word[Scheme.Length..slash];
        bool isBucket = bucket.Length is > 0 and <= 255 && bucket is not ("." or "..")
            && bucket.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_');
        return isBucket
            ? new S3Location(bucket, slash < 0 ? "" : word[(slash + 1)..])
            : throw new UsageException(
                $"{Quote.Text(word)} has no valid bucket name",
                "bucket names have letters, digits, '-', '.' and '_': s3://BUCKET/KEY");
    }

    /// <summary>Reads one that names an object.</summary>
    /// <exception cref="UsageException">It does not.</exception>
    internal static S3Location ParseObject(string word) => Parse(word) is { Key.Length: > 0 } location
        ? location
        : throw new UsageException($"{Quote.Text(word)} is a bucket, not an object", "s3://BUCKET/KEY");

    /// <summary>Reads one that names a bucket.</summary>
    /// <exception cref="UsageException">It does not.</exception>
    internal static S3Location ParseBucket(string word) => Parse(word) is { Key.Length: 0 } location
        ? location
        : throw new UsageException($"{Quote.Text(word)} is an object, not a bucket", "s3://BUCKET");

    /// <summary>For messages: in quotes, with escapes.</summary>
    internal string Shown() => Quote.Text(ToString());

    /// <inheritdoc/>
    public override string ToString() => Key.Length == 0 ? Scheme + Bucket : $"{Scheme}{Bucket}/{Key}";
}
