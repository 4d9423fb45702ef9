using System.Text;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Names the commands that a person may want after a search, with the same roots and options.</summary>
internal static class NextSteps
{
    private const string Lead = "next: ";

    private static readonly (string Command, string Purpose)[] s_steps =
    [
        ("ui", "opens them in the browser"),
        ("trash", "asks before it moves anything"),
    ];

    /// <summary>
    /// Returns a line for each command; none if a list named the files, which the commands do not accept.
    /// </summary>
    internal static IEnumerable<string> Lines(CommandHost host)
    {
        ParsedCommand typed = ArgumentParser.Parse(host.Commands, host.Arguments);
        if (typed.Uses.Any(static use => use.Definition.Name is "files-from" or "files0-from"))
        {
            return [];
        }

        string[] commands = [.. s_steps.Select(step => Line(host, typed, step.Command))];
        int width = commands.Max(static command => TextColumns.Of(command)) + "  ".Length;
        bool hasRoom = Lead.Length + width + s_steps.Max(static step => step.Purpose.Length) <= host.Error.Columns;
        return s_steps.Select((step, i) =>
        {
            string lead = i == 0 ? Lead : new string(' ', Lead.Length);
            string gap = new(' ', width - TextColumns.Of(commands[i]));
            return lead + commands[i] + (hasRoom ? gap + step.Purpose : "");
        });
    }

    private static string Line(CommandHost host, ParsedCommand typed, string name)
    {
        CommandDefinition command = host.Commands.All.First(command => command.Name == name);
        var line = new StringBuilder("doppel ").Append(name);
        foreach (OptionUse use in typed.Uses)
        {
            // What only affects the output of the search is of no use to the next command.
            if (use.Definition.Category != OptionCategory.Output
                && command.Options.Any(option => option.Name == use.Definition.Name))
            {
                line.Append(' ').Append(TextOf(host, use));
            }
        }

        foreach (string root in typed.Operands.Count > 0 ? typed.Operands : ["."])
        {
            // It would be an option.
            line.Append(' ').Append(Word(host, root.StartsWith('-') ? "./" + root : root));
        }

        return line.ToString();
    }

    private static string TextOf(CommandHost host, OptionUse use) => (use.Definition, use.Value) switch
    {
        ({ } option, null) => "--" + option.Negation,
        ({ TakesValue: false } option, _) => "--" + option.Name,
        ({ } option, { } value) => $"--{option.Name} {Word(host, value)}",
    };

    // As it can be typed: with ~ for the home folder if that needs no quotes.
    private static string Word(CommandHost host, string text)
    {
        string shown = text.StartsWith('/')
            ? PathText.ShowAbsolute(host, new ReportName(ByteText.ToBytes(text)))
            : text;
        return shown.Length > 0 && shown.All(IsPlain) && !text.StartsWith('~') ? shown : Quote.Text(text);
    }

    private static bool IsPlain(char letter) =>
        char.IsLetterOrDigit(letter) || "/._-+:=@,%~".Contains(letter, StringComparison.Ordinal);
}
