using System.Text;

namespace Doppel.Cli.Output;

/// <summary>
/// Says things on standard error, a line at a time. It never fails: there is nowhere left to complain.
/// </summary>
internal sealed class Messages(Stream stream, bool color)
{
    private const string Bold = "\e[1m";
    private const string Red = "\e[1;31m";
    private const string Plain = "\e[0m";

    /// <summary>Why the run ends, or did not begin.</summary>
    internal void Fatal(UsageException reason)
    {
        Line($"{Paint("doppel:", Red)} {reason.Message}");
        if (reason.Hint is not null)
        {
            Line($"{Paint("hint:", Bold)} {reason.Hint}");
        }
    }

    /// <summary>Something that does not end the run.</summary>
    internal void Warn(string text) => Line($"{Paint("doppel:", Bold)} {text}");

    /// <summary>A line as it is.</summary>
    internal void Line(string text) => Raw(text + "\n");

    /// <summary>Text as it is.</summary>
    internal void Raw(string text)
    {
        try
        {
            stream.Write(Encoding.UTF8.GetBytes(text));
        }
        catch (IOException)
        {
            // Standard error is gone or full; the exit code still tells.
        }
    }

    private string Paint(string text, string how) => color ? how + text + Plain : text;
}
