using System.Globalization;
using System.Text;

namespace Doppel.Cli;

/// <summary>Builds one page of the manual with man(7) macros.</summary>
internal sealed class ManPage
{
    private readonly StringBuilder _roff = new();

    /// <summary>Begins a page.</summary>
    /// <param name="name">The name, such as <c>doppel-find</c>.</param>
    /// <param name="section">The section of the manual.</param>
    /// <param name="summary">One line, without a full stop.</param>
    internal ManPage(string name, int section, string summary)
    {
        (Name, Section) = (name, section);
        string title = Escape(name.ToUpperInvariant());
        string manual = section == 1 ? "User Commands" : "Miscellaneous";
        _roff.Line($".TH {title} {section} \"\" \"doppel {ProgramVersion.Text}\" \"{manual}\"");

        // Names of options and pages are not hyphenated, and no blanks are added between words.
        _roff.Line(".nh\n.ad l");
        Heading("Name");

        // The dash between name and summary, which makewhatis looks for.
        _roff.Line($"{Escape(name)} \\- {Escape(summary)}");
    }

    /// <summary>Gets the name.</summary>
    internal string Name { get; }

    /// <summary>Gets the section of the manual.</summary>
    internal int Section { get; }

    /// <summary>Gets the name of the file below a folder of manuals.</summary>
    internal string File => string.Create(CultureInfo.InvariantCulture, $"man{Section}/{Name}.{Section}");

    /// <summary>Returns the page as it is written to its file.</summary>
    public override string ToString() => _roff.ToString();

    /// <summary>Adds the heading of a section.</summary>
    internal void Heading(string text) => _roff.Line(".SH " + Escape(text.ToUpperInvariant()));

    /// <summary>Adds the heading of a subsection.</summary>
    internal void Subheading(string text) => _roff.Line(".SS " + Escape(text));

    /// <summary>Adds the syntax of a command: its name in bold, and what follows.</summary>
    internal void Usage(string name, string rest)
    {
        _roff.Line(".B " + Escape(name));
        Line(rest);
    }

    /// <summary>Adds paragraphs, which a blank line separates.</summary>
    internal void Text(string text)
    {
        foreach (string paragraph in Wrapped.Paragraphs(text))
        {
            _roff.Line(".PP");
            Line(paragraph);
        }
    }

    /// <summary>Adds a list of names in bold, each with its meaning, without blank lines between them.</summary>
    internal void Items(IEnumerable<(string Name, string Meaning)> items)
    {
        _roff.Line(".PP\n.PD 0");
        foreach ((string name, string meaning) in items)
        {
            AppendItem($"\\fB{Escape(name)}\\fR", meaning);
        }

        _roff.Line(".PD");
    }

    /// <summary>Adds an option with its full description.</summary>
    internal void Option(OptionDefinition option)
    {
        string letter = option.Short == '\0' ? "" : $"\\fB\\-{option.Short}\\fR, ";
        string value = option.TakesValue ? $" \\fI{Escape(option.ValueName!)}\\fR" : "";
        bool isReversed = option.Negation is { } name && !option.Text.Contains("--" + name, StringComparison.Ordinal);
        string negation = isReversed ? $", \\fB{Escape("--" + option.Negation)}\\fR" : "";
        AppendItem($"{letter}\\fB{Escape("--" + option.Name)}\\fR{value}{negation}", option.Text);
    }

    /// <summary>Adds examples: command lines and what they do.</summary>
    internal void Examples(IEnumerable<Example> examples) => Items(examples.Select(static example =>
        (example.Line, char.ToUpperInvariant(example.Meaning[0]) + example.Meaning[1..] + ".")));

    /// <summary>Adds references to other pages.</summary>
    internal void References(IEnumerable<(string Name, int Section)> pages)
    {
        Heading("See also");
        (string Name, int Section)[] all = [.. pages];
        for (int i = 0; i < all.Length; i++)
        {
            _roff.Line($".BR {Escape(all[i].Name)} ({all[i].Section}){(i + 1 < all.Length ? "," : "")}");
        }
    }

    private void AppendItem(string name, string text)
    {
        _roff.Line(".TP\n" + name);
        bool first = true;
        foreach (string paragraph in Wrapped.Paragraphs(text))
        {
            _roff.Append(first ? "" : ".IP\n");
            Line(paragraph);
            first = false;
        }
    }

    /// <summary>Appends a line of text. If it starts like a roff request, it is escaped.</summary>
    private void Line(string text)
    {
        if (text.Length > 0)
        {
            _roff.Append(text[0] is '.' or '\'' ? "\\&" : "").Line(Escape(text));
        }
    }

    /// <summary>
    /// Escapes text so that roff does not interpret any character, and dashes and quotes can be copied and typed.
    /// </summary>
    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length + 16);
        foreach (char letter in text)
        {
            escaped.Append(letter switch
            {
                '\\' => "\\e",
                '-' => "\\-",
                '\'' => "\\(aq",
                '`' => "\\(ga",
                '~' => "\\(ti",
                '^' => "\\(ha",
                '"' => "\\(dq",
                _ => letter.ToString(),
            });
        }

        return escaped.ToString();
    }
}
