using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>What a command is asked for.</summary>
internal sealed record ChoiceRequest
{
    internal required IReadOnlyList<string> Roots { get; init; }

    internal required IReadOnlyList<string> References { get; init; }

    internal required IReadOnlyList<string> Never { get; init; }

    internal required IReadOnlyList<string> Keep { get; init; }

    internal required IReadOnlyList<string> Drop { get; init; }

    internal required IReadOnlyList<string> Prefer { get; init; }

    internal required int Copies { get; init; }

    internal required bool PerFolder { get; init; }

    internal required bool Isolate { get; init; }

    internal string CommandLine => string.Join(' ',
    [
        .. References.Select(folder => $"--reference {folder}"), .. Never.Select(folder => $"--never {folder}"),
        .. Keep.Select(pattern => $"--keep {pattern}"), .. Drop.Select(pattern => $"--drop {pattern}"),
        .. Prefer.Select(rule => $"--prefer {rule}"), $"--copies {Copies.ToString(CultureInfo.InvariantCulture)}",
        .. PerFolder ? (string[])["--per-folder"] : [], .. Isolate ? (string[])["--isolate"] : [], .. Roots,
    ]);
}
