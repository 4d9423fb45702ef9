using System.Text;

namespace Doppel.Cli;

/// <summary>
/// Writes messages to standard error, line by line. It never fails, because there is nowhere to report a failure.
/// </summary>
internal sealed class Messages(Stream stream, bool color)
{
    private const string Bold = "\e[1m";
    private const string Red = "\e[1;31m";
    private const string Plain = "\e[0m";

    /// <summary>Prints why the run failed or did not start.</summary>
    internal void Fatal(UsageException reason)
    {
        Line($"{Paint("doppel:", Red)} {reason.Message}");
        if (reason.Hint is not null)
        {
            Line($"{Paint("hint:", Bold)} {reason.Hint}");
        }
    }

    /// <summary>Prints a message that does not end the run.</summary>
    internal void Warn(string text) => Line($"{Paint("doppel:", Bold)} {text}");

    /// <summary>Prints a line without a prefix.</summary>
    internal void Line(string text) => Raw(text + "\n");

    /// <summary>Prints text unchanged.</summary>
    internal void Raw(string text)
    {
        try
        {
            stream.Write(Encoding.UTF8.GetBytes(text));
        }
        catch (IOException)
        {
            // Standard error is closed or full. The exit code still reports the result.
        }
    }

    private string Paint(string text, string how) => color ? how + text + Plain : text;
}
