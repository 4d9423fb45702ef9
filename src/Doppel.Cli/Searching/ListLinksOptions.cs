using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>
/// Defines the options of <c>doppel list-links</c>: its own, and the applicable ones of <c>doppel find</c>.
/// </summary>
internal static class ListLinksOptions
{
    /// <summary>Gets the options that select files and links.</summary>
    internal static IReadOnlyList<OptionDefinition<CommandSettings>> Filters { get; } =
    [
        .. FilterOptions.All.Where(static option => option.Name != "follow")
            .Select(static option => option.Name == "min-size" ? WithoutDefault(option) : option),
    ];

    /// <summary>Gets the options that select which kinds of links to list.</summary>
    internal static IReadOnlyList<OptionDefinition<ListLinksSettings>> Kinds { get; } =
    [
        Kind(
            LinkKinds.Hard, "hard", "List files with several names",
            """
            List files with several names. By default all three kinds are listed; --hard, --symbolic and --reflinks
            select kinds.
            """),
        Kind(
            LinkKinds.Symbolic, "symbolic", "List symbolic links and their targets",
            "List symbolic links; on Windows also junctions and volume mount points."),
        Kind(
            LinkKinds.Reflinks, "reflinks", "List files that share all their blocks",
            """
            List files that share all their blocks. Files with equal sizes on one file system are opened for this, and
            data that programs have just written to them is flushed to the device.
            """),
    ];

    internal static OptionDefinition<CommandSettings> Json { get; } = OutputOptions.Json with
    {
        Summary = "Write JSON Lines, one object per line",
        Text = "Write JSON Lines, one object per line, instead of text.",
    };

    internal static OptionDefinition<CommandSettings> Print0 { get; } = OutputOptions.Print0 with
    {
        Summary = "End each name with NUL, and each set with another",
        Text = """
            Write only names, a NUL after each and another after each set, instead of lines, so that every name can be
            parsed. A set is the names of one file, a symbolic link and its target, or files that share their blocks.
            The sets are written in this order.
            """,
    };

    private static OptionDefinition<ListLinksSettings> Kind(
        LinkKinds kind, string name, string summary, string text) => OptionDefinition.Switch<ListLinksSettings>(
            name, OptionCategory.Links, summary, text,
            (settings, on) => settings.Links = on ? settings.Links | kind : settings.Links & ~kind);

    // Empty files can have several names too.
    private static OptionDefinition<CommandSettings> WithoutDefault(
        OptionDefinition<CommandSettings> option) => option with
        {
            Summary = "Skip smaller files (default 0)",
            Text = option.Text[..option.Text.IndexOf("The default", StringComparison.Ordinal)].TrimEnd()
            + "\n\n" + option.Text[option.Text.IndexOf("SIZE is in", StringComparison.Ordinal)..],
            Apply = (settings, value) => option.Apply(settings, value ?? "0"),
        };
}
