using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Defines the options of <c>doppel s3</c> for the properties of uploaded objects.</summary>
internal static class PropertyOptions
{
    private const string KmsPrefix = "aws:kms:";

    internal static IReadOnlyList<OptionDefinition<S3Settings>> All { get; } =
    [
        new()
        {
            Name = "content-type",
            ValueName = "TYPE",
            Category = OptionCategory.Objects,
            Summary = "Media type of uploads (default: by extension)",
            Text = """
                The media type of uploaded objects, such as text/plain. The default depends on the extension of the key;
                for unknown extensions, the server decides.
                """,
            Negation = "no-content-type",
            Apply = (settings, value) => settings.Properties.ContentType = value,
        },
        new()
        {
            Name = "metadata",
            ValueName = "NAME=TEXT",
            Category = OptionCategory.Objects,
            Summary = "Metadata of uploads; can be repeated",
            Text = """
                Metadata of uploaded objects. Can be repeated. A name consists of letters, digits and hyphens. The
                modification time of a file is always stored as mtime, in seconds since 1970, as rclone does.
                """,
            Negation = "no-metadata",
            Apply = AddMetadata,
        },
        new()
        {
            Name = "cache-control",
            ValueName = "TEXT",
            Category = OptionCategory.Objects,
            Summary = "Cache-Control header of uploads",
            Text = "The Cache-Control header of uploaded objects, such as max-age=3600.",
            Negation = "no-cache-control",
            Apply = (settings, value) => settings.Properties.CacheControl = value,
        },
        new()
        {
            Name = "storage-class",
            ValueName = "CLASS",
            Category = OptionCategory.Objects,
            Summary = "Storage class of uploads, such as STANDARD_IA",
            Text = "The storage class of uploaded objects, such as STANDARD_IA. The default is the server's.",
            Negation = "no-storage-class",
            Apply = (settings, value) => settings.Properties.StorageClass = value,
        },
        new()
        {
            Name = "sse",
            ValueName = "METHOD",
            Category = OptionCategory.Objects,
            Summary = "Encryption of uploads: AES256, aws:kms[:KEY]",
            Text = """
                Let the server encrypt uploaded objects: AES256 with a key of the server, aws:kms with the default key
                of the account, aws:kms:KEY with the key of this ID. The default is the setting of the bucket.
                """,
            Negation = "no-sse",
            Apply = SetEncryption,
        },
    ];

    private static void AddMetadata(S3Settings settings, string? value)
    {
        Dictionary<string, string> metadata = settings.Properties.Metadata;
        if (value is null)
        {
            metadata.Clear();
            return;
        }

        int end = value.IndexOf('=', StringComparison.Ordinal);
        string name = end < 0 ? "" : value[..end];
        bool isName = name.Length > 0 && name.All(static c => char.IsAsciiLetterOrDigit(c) || c == '-');
        metadata[name] = isName
            ? value[(end + 1)..]
            : throw new UsageException($"{Quote.Text(value)} is not NAME=TEXT", "such as --metadata color=blue");
    }

    private static void SetEncryption(S3Settings settings, string? value)
    {
        bool hasKey = value?.StartsWith(KmsPrefix, StringComparison.Ordinal) == true && value.Length > KmsPrefix.Length;
        settings.Properties.Encryption = value switch
        {
            null => null,
            "AES256" => S3Encryption.Managed,
            "aws:kms" => S3Encryption.Kms(),
            _ when hasKey => S3Encryption.Kms(value[KmsPrefix.Length..]),
            _ => throw new UsageException($"'{value}' is not an encryption", "AES256, aws:kms or aws:kms:KEY"),
        };
    }
}
