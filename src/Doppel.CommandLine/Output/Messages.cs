using System.Text;
using Doppel.Reports;

namespace Doppel.CommandLine;

/// <summary>
/// Writes messages to standard error, line by line. It never fails, because there is nowhere to report a failure.
/// </summary>
/// <param name="stream">Standard error.</param>
/// <param name="color">Whether to use colors.</param>
/// <param name="columns">The width of the terminal; lines are broken between words.</param>
internal sealed class Messages(Stream stream, bool color, int columns)
{
    private const string Bold = "\e[1m";
    private const string Red = "\e[1;31m";
    private const string Plain = "\e[0m";
    private const string Continuation = "  ";

    /// <summary>Prints why the run failed or did not start.</summary>
    internal void Fatal(UsageException reason)
    {
        Write($"{Paint("doppel:", Red)} {Quote.Message(reason.Message)}");
        if (reason.Hint is not null)
        {
            Write($"{Paint("hint:", Bold)} {Quote.Message(reason.Hint)}");
        }
    }

    /// <summary>Prints a message that does not end the run.</summary>
    internal void Warn(string text) => Write($"{Paint("doppel:", Bold)} {Quote.Message(text)}");

    /// <summary>Prints messages that do not end the run.</summary>
    internal void Warn(IEnumerable<string> texts)
    {
        foreach (string text in texts)
        {
            Warn(text);
        }
    }

    /// <summary>Prints what the user should know about a search or a plan.</summary>
    internal void Tell(Notice notice)
    {
        if (notice.IsWarning)
        {
            Warn(notice.Text);
        }
        else
        {
            Line(notice.Text);
        }
    }

    /// <inheritdoc cref="Tell(Notice)"/>
    internal void Tell(IEnumerable<Notice> notices)
    {
        foreach (Notice notice in notices)
        {
            Tell(notice);
        }
    }

    /// <summary>Prints a line without a prefix.</summary>
    internal void Line(string text) => Write(Quote.Message(text));

    /// <summary>Prints lines without a prefix.</summary>
    internal void Line(IEnumerable<string> texts)
    {
        foreach (string text in texts)
        {
            Line(text);
        }
    }

    /// <summary>Prints a line without a prefix that can be copied: only the terminal breaks it.</summary>
    internal void Whole(string text) => Raw(Quote.Message(text) + "\n");

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

    private void Write(string text) => Raw(Broken(text) + "\n");

    // Names are in quotes and stay whole, so that they can be copied. What is wider is broken by the terminal.
    private string Broken(string text) => ShownLength(text) <= columns
        ? text
        : string.Join(
            "\n" + Continuation, Wrapped.Lines(Words(text), columns, columns - Continuation.Length, ShownLength));

    // Splits at blanks that are not within quotes, and keeps those at the start.
    private static IEnumerable<string> Words(string text)
    {
        int start = 0;
        bool isQuoted = false;
        bool hasBegun = false;
        for (int i = 0; i < text.Length; i++)
        {
            bool opens = i == 0 || text[i - 1] is ' ' or '(' or '=';
            isQuoted ^= text[i] == '\'' && (isQuoted || opens);
            if (text[i] == ' ' && !isQuoted && hasBegun)
            {
                yield return text[start..i];
                start = i + 1;
            }

            hasBegun |= text[i] != ' ';
        }

        yield return text[start..];
    }

    // Escape sequences for colors take no room.
    private static int ShownLength(string word)
    {
        string bare = word.Replace(Bold, "", StringComparison.Ordinal).Replace(Red, "", StringComparison.Ordinal);
        return TextColumns.Of(bare.Replace(Plain, "", StringComparison.Ordinal));
    }

    private string Paint(string text, string how) => color ? how + text + Plain : text;
}
