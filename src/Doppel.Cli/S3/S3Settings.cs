using Doppel.Cli.Commands;
using Doppel.Reports;
using Doppel.S3.Checksums;

namespace Doppel.Cli.S3;

/// <summary>What the options of <c>doppel s3</c> add up to.</summary>
internal sealed class S3Settings
{
    /// <summary>Null where no option names a server.</summary>
    internal string? Endpoint { get; set; }

    /// <summary>Null where no option names a region.</summary>
    internal string? Region { get; set; }

    /// <summary>Null where no option names a profile of AWS.</summary>
    internal string? Profile { get; set; }

    /// <summary>Null where the endpoint decides.</summary>
    internal bool? PathStyle { get; set; }

    internal bool Sign { get; set; } = true;

    internal bool Recursive { get; set; }

    internal bool Overwrite { get; set; }

    internal bool Resume { get; set; }

    /// <summary>Bytes of a part; null for what the client takes by itself.</summary>
    internal int? PartBytes { get; set; }

    /// <summary>What goes with uploads; null for nothing.</summary>
    internal ChecksumAlgorithm? Checksum { get; set; }

    /// <summary>Requests at once.</summary>
    internal int Parallel { get; set; } = 4;

    /// <summary>Which bytes; null for all.</summary>
    internal S3RangeText? Range { get; set; }

    internal TimeSpan Lifetime { get; set; } = TimeSpan.FromHours(1);

    internal string Method { get; set; } = "GET";

    /// <summary>Whether results are JSON Lines.</summary>
    internal static bool IsJson(FindSettings settings) => settings.Format == ReportFormat.Json;
}
