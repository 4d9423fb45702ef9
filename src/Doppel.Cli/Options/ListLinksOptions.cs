using Doppel.Finding;

namespace Doppel.Cli.Options;

/// <summary>The flags of <c>doppel list-links</c>: its own, and those of <c>doppel find</c> that suit it.</summary>
internal static class ListLinksOptions
{
    /// <summary>Which files and links take part.</summary>
    internal static IReadOnlyList<OptionDefinition> Filters { get; } =
    [
        .. FilterOptions.All.Where(option => option.Name != "follow").Select(OfLinks),
    ];

    /// <summary>Which kinds are listed.</summary>
    internal static IReadOnlyList<OptionDefinition> Kinds { get; } =
    [
        Kind(
            LinkKinds.Hard, "hard", "Files with several names",
            "List files with several names. Without any of --hard, --symbolic and --reflinks all three are listed."),
        Kind(
            LinkKinds.Symbolic, "symbolic", "Symbolic links and what they lead to",
            "List symbolic links; on Windows junctions and volume mount points too."),
        Kind(
            LinkKinds.Reflinks, "reflinks", "Files that lie in the same blocks",
            """
            List files that share all their blocks. Files of which another one has the same size on the same file
            system are opened for that, and what programs have just written to them is brought to the device.
            """),
    ];

    /// <summary>What is written.</summary>
    internal static IReadOnlyList<OptionDefinition> Output { get; } =
    [
        .. OutputOptions.All.Where(option => option.Name is not ("format" or "exit-code")).Select(OfLinks),
    ];

    private static OptionDefinition Kind(LinkKinds kind, string name, string summary, string text) =>
        OptionDefinition.Switch(
            name, OptionCategory.Links, summary, text,
            (settings, on) => settings.Links = on ? settings.Links | kind : settings.Links & ~kind);

    // What the same flag means here where that is something else.
    private static OptionDefinition OfLinks(OptionDefinition option) => option.Name switch
    {
        "min-size" => option with
        {
            Summary = "Leave out smaller files (default 0)",
            Text = option.Text[..option.Text.IndexOf("The default", StringComparison.Ordinal)].TrimEnd()
                + "\n\n" + option.Text[option.Text.IndexOf("SIZE is in", StringComparison.Ordinal)..],
            Apply = (settings, value) => option.Apply!(settings, value ?? "0"),
        },
        "json" => option with
        {
            Summary = "JSON Lines, one object a line",
            Text = "Write JSON Lines, one object a line, in place of text.",
        },
        "print0" => option with
        {
            Summary = "NUL after each name, and one more after each set",
            Text = """
                Write names alone, a NUL after each and one more after each set, in place of lines, so that any name
                can be told. A set is the names of one file; the name of a symbolic link and its target; the names of
                files in the same blocks. The sets of the three kinds come in this order.
                """,
        },
        _ => option,
    };
}
