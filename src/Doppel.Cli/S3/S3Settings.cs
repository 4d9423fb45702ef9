using Doppel.S3;

namespace Doppel.Cli;

/// <summary>The settings of the commands of <c>doppel s3</c>.</summary>
internal sealed class S3Settings(ValueParser values) : CommandSettings(values)
{
    internal bool Recursive { get; set; }

    internal bool Overwrite { get; set; }

    internal bool Resume { get; set; }

    /// <summary>Gets or sets whether files are not uploaded whose content is in the bucket.</summary>
    internal bool SkipKnown { get; set; }

    /// <summary>Gets or sets whether they are copied on the server instead.</summary>
    internal bool CopyKnown { get; set; }

    /// <summary>Gets or sets the size of a part, in bytes; null for the client's default.</summary>
    internal int? PartBytes { get; set; }

    /// <summary>Gets or sets the checksum to send with uploads; null for none.</summary>
    internal ChecksumAlgorithm? Checksum { get; set; }

    /// <summary>Gets or sets whether downloads are compared with the ETag of their object.</summary>
    internal bool VerifiesETags { get; set; } = true;

    /// <summary>Gets or sets whether objects and files that the source does not have are deleted.</summary>
    internal bool Delete { get; set; }

    /// <summary>Gets or sets whether deleted files do not go to the trash.</summary>
    internal bool Permanent { get; set; }

    /// <summary>Gets or sets whether everything in the target may be deleted because the source is empty.</summary>
    internal bool DeleteAll { get; set; }

    /// <summary>Gets or sets the most files or objects that may be deleted; null for any number.</summary>
    internal long? DeletionsMax { get; set; }

    /// <summary>Gets or sets whether unfinished uploads are aborted.</summary>
    internal bool Abort { get; set; }

    /// <summary>Gets or sets the minimum age of unfinished uploads.</summary>
    internal TimeSpan Older { get; set; }

    /// <summary>Gets the properties of uploaded objects that options specify.</summary>
    internal ObjectProperties Properties { get; } = new();

    /// <summary>Gets or sets the number of concurrent requests. Default: 4.</summary>
    internal int Parallel { get; set; } = 4;

    /// <summary>Gets or sets the byte range to read; null for the whole object.</summary>
    internal S3RangeText? Range { get; set; }

    internal TimeSpan Lifetime { get; set; } = TimeSpan.FromHours(1);

    internal string Method { get; set; } = "GET";
}
