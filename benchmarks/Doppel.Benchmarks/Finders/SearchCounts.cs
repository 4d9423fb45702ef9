using System.Diagnostics;
using System.Text.Json;

namespace Doppel.Benchmarks.Finders;

/// <summary>What a search told about itself.</summary>
/// <param name="Groups">Groups of equal files.</param>
/// <param name="MediaGroups">Media groups that it found; 0 where it did not look for any.</param>
/// <param name="Opened">How often a file was opened.</param>
/// <param name="BytesRead">Bytes of content read.</param>
internal readonly record struct SearchCounts(long Groups, long MediaGroups, long Opened, long BytesRead)
{
    /// <summary>Runs a search to its end.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static SearchCounts Of(IReadOnlyList<string> command, string folder)
    {
        var start = new ProcessStartInfo(command[0], [.. command.Skip(1), "-q", "--json", folder])
        {
            RedirectStandardOutput = true,
        };
        using Process process = Process.Start(start)!;
        string last = "";
        while (process.StandardOutput.ReadLine() is { } line)
        {
            last = line;
        }

        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{string.Join(' ', command)} {folder}: {process.ExitCode}");
        }

        using var summary = JsonDocument.Parse(last);
        JsonElement root = summary.RootElement;
        return new SearchCounts(
            root.GetProperty("groups").GetInt64(),
            root.TryGetProperty("media", out JsonElement media) ? media.GetProperty("groups").GetInt64() : 0,
            root.GetProperty("opened").GetInt64(), root.GetProperty("bytes_read").GetInt64());
    }
}
