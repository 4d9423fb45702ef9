using Doppel.Finding;

namespace Doppel.CommandLine;

/// <summary>Defines the options that control how the work is done.</summary>
internal static class RunOptions
{
    /// <summary>
    /// Gets the option that selects profiles. <see cref="ProfileOptions.Expand"/> applies it before the others.
    /// </summary>
    internal static OptionDefinition<object> Profile { get; } = new()
    {
        Name = "profile",
        ValueName = "NAME",
        Category = OptionCategory.Running,
        Summary = "Use the options saved as profile NAME",
        Text = """
            Use the options saved by doppel profile save NAME. Options on the command line are applied after the
            profile, wherever --profile stands: they replace its values, --no-quiet cancels its --quiet, and lists such
            as --exclude are combined unless --no-exclude clears them first. Several profiles are applied in order. A
            profile has options of doppel find. Other commands leave out those of them that say how results are written
            or how the work is done, unless they have the same, and refuse others that they do not have.
            """,
        Completion = ValueCompletion.Profile,
        Apply = static (_, _) => { },
    };

    /// <summary>Gets the option for device rules. <c>doppel devices</c> also has it and shows its effect.</summary>
    internal static OptionDefinition<CommandSettings> Device { get; } = new()
    {
        Name = "device",
        ValueName = "PATH=KIND",
        Category = OptionCategory.Running,
        Summary = "Type of the device: rotating, solid, network or N",
        Text = """
            Set the type of the devices that hold PATH, if the system reports it wrongly: rotating is read by one reader
            at a time, solid and network by several. A number from 1 to 256 sets the number of readers directly. The
            setting applies to the whole disk or server, not only to PATH; doppel devices PATH shows its name and what
            is assumed without this option. Can be repeated; if two apply to the same device, the later one wins. The
            results do not depend on it.
            """,
        Negation = "no-device",
        Completion = ValueCompletion.File,
        Apply = (settings, value) =>
            settings.Request.Running.Devices = value is null
                ? []
                : [.. settings.Request.Running.Devices, settings.Values.ParseDevice(value)],
    };

    internal static IReadOnlyList<OptionDefinition<CommandSettings>> All { get; } =
    [
        new()
        {
            Name = "threads",
            ValueName = "N",
            Category = OptionCategory.Running,
            Summary = "Number of threads (default: automatic)",
            Text = """
                Use N threads, from 1 to 256, to list and read on devices not set by --device. The default is one per
                core, and more while a slow disk or server gains from it. The results do not depend on it.
                """,
            Negation = "no-threads",
            Apply = (settings, value) =>
                settings.Request.Running.Threads = value is null ? 0 : Number.Parse(value, 1, 256),
        },
        OptionDefinition.Choice<CommandSettings>(
            "scan", OptionCategory.Running, "HOW", ["parallel", "serial"],
            "List folders in parallel (default) or serial",
            """
            How folders are listed: parallel, the default, with all threads; serial, one folder at a time, for devices
            with slow seeks. The results do not depend on it.
            """,
            (settings, choice) => settings.Request.Running.Scan = choice == 0 ? ScanMode.Parallel : ScanMode.Serial),
        Device,
        OptionDefinition.Switch<CommandSettings>(
            "idle", OptionCategory.Running, "Run at the lowest CPU and disk priority",
            """
            Run at the lowest CPU and disk priority: nice 19 and the idle I/O class on Linux, background mode on
            Windows.
            """,
            (settings, on) => settings.Request.Running.Idle = on),
    ];
}
