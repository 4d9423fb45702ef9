using Doppel.Cli.Values;
using Doppel.Finding;

namespace Doppel.Cli.Options;

/// <summary>The flags about how the work is done.</summary>
internal static class RunOptions
{
    /// <summary>Taken out of the flags before the others are applied.</summary>
    internal static OptionDefinition Profile { get; } = new()
    {
        Name = "profile",
        ValueName = "NAME",
        Category = OptionCategory.Running,
        Summary = "Begin with the flags saved under NAME",
        Text = """
            Begin with the flags that doppel profile save kept under NAME. Flags of the command line come after
            them, wherever --profile stands: of two that say different things the later one wins, and lists such as
            --exclude add up, unless --no-exclude empties them first. Several profiles are taken in their order.
            """,
        Completion = ValueCompletion.Profile,
    };

    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        new()
        {
            Name = "threads",
            ValueName = "N",
            Category = OptionCategory.Running,
            Summary = "Threads that list and read, 1 to 256 (default: cores)",
            Text = """
                Use N threads to list and read, 1 to 256. The default is one per core. The results do not depend on
                it.
                """,
            Negation = "no-threads",
            Apply = (settings, value) => settings.Threads = value is null ? 0 : Number.Parse(value, 1, 256),
        },
        OptionDefinition.Choice(
            "scan", OptionCategory.Running, "HOW", ["parallel", "serial"], "List folders parallel (default) or serial",
            """
            How folders are listed: parallel, the default, by all threads at once; serial by one after the other, for
            devices that suffer from seeking. The results do not depend on it.
            """,
            (settings, choice) => settings.Scan = choice == 0 ? ScanMode.Parallel : ScanMode.Serial),
        OptionDefinition.Switch(
            "idle", OptionCategory.Running, "Work only when nothing else wants to",
            """
            Run with the lowest priority for processor and disk: nice 19 and the idle I/O class on Linux, background
            mode on Windows.
            """,
            (settings, on) => settings.Idle = on),
        Profile,
    ];
}
