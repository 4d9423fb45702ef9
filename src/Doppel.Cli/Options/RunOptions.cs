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

    /// <summary>Also one of <c>doppel devices</c>, which shows what it does.</summary>
    internal static OptionDefinition Device { get; } = new()
    {
        Name = "device",
        ValueName = "PATH=KIND",
        Category = OptionCategory.Running,
        Summary = "The device below PATH: rotating, solid, network or N",
        Text = """
            Say what the devices below PATH are, where the system does not know better: rotating is read by one at a
            time, solid and network by several; a number, 1 to 256, is how many read at once. It speaks of the
            disks and servers, so of everything on them, whatever PATH is; doppel devices PATH tells their names
            and what is taken for granted without this. It may be given more than once; of two that speak of one
            device the later one counts. The results do not depend on it.
            """,
        Negation = "no-device",
        Completion = ValueCompletion.File,
        Apply = (settings, value) =>
            settings.Devices = value is null ? [] : [.. settings.Devices, settings.Context.ParseDevice(value)],
    };

    internal static IReadOnlyList<OptionDefinition> All { get; } =
    [
        new()
        {
            Name = "threads",
            ValueName = "N",
            Category = OptionCategory.Running,
            Summary = "Threads that list and read (default: as suits)",
            Text = """
                Use N threads to list and read, 1 to 256, whatever the devices are that no --device names. The default
                is one per core, and more while a disk or server that has to be waited for gets more done with them. The
                results do not depend on it.
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
        Device,
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
