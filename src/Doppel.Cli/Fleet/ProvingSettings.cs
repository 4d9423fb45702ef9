using Doppel.Fleet;

namespace Doppel.Cli;

/// <summary>The settings of commands that ask for proofs or give them.</summary>
internal sealed class ProvingSettings
{
    /// <summary>Gets or sets the file with the proof key as <see cref="ByteText"/>; null if it was not given.</summary>
    internal string? KeyFile { get; set; }

    internal TimeSpan Within { get; set; } = TimeSpan.FromHours(1);

    /// <summary>Returns the options for the engine.</summary>
    /// <exception cref="UsageException">The proof key is missing or cannot be read.</exception>
    internal FleetProofOptions Resolve(string? host) => new()
    {
        Host = host ?? FleetOptions.RequireHost(Environment.MachineName),
        ProofKey = ReadKey(KeyFile ?? throw new UsageException(
            "no proof key is given",
            "--proof-key FILE: a secret of the machines that prove files to each other. Make one with head -c 32 "
                + "/dev/urandom > FILE, and copy it to both")),
        Within = Within,
    };

    /// <summary>Reads a proof key.</summary>
    /// <exception cref="UsageException">It cannot be used.</exception>
    internal static byte[] ReadKey(string file)
    {
        byte[] key;
        try
        {
            key = SmallFile.Read(file);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot read the proof key from {Quote.Text(file)}: {SystemText.Of(failure)}");
        }

        if (key.Length < FleetProofOptions.ProofKeyMin)
        {
            throw new UsageException(
                $"the proof key in {Quote.Text(file)} has {Count.Of(key.Length, "byte")}; at least "
                    + $"{FleetProofOptions.ProofKeyMin} are needed",
                "make one with head -c 32 /dev/urandom > FILE");
        }

        const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.OtherRead
            | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
        return OperatingSystem.IsWindows() || (File.GetUnixFileMode(file) & Others) == 0
            ? key
            : throw new UsageException(
                $"others can read the proof key in {Quote.Text(file)}", $"chmod 600 {Quote.Text(file)}");
    }
}

/// <summary>The settings of commands with a proof key.</summary>
internal interface IHasProving
{
    /// <summary>Gets the proof key, and how long proofs count.</summary>
    ProvingSettings Proving { get; }
}

/// <summary>The settings of <c>doppel fleet serve-proofs</c>.</summary>
internal sealed class ServeProofsSettings(OptionContext context) : FleetSettings(context), IHasFleetHost, IHasProving
{
    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <inheritdoc/>
    public ProvingSettings Proving { get; } = new();
}

/// <summary>The settings of <c>doppel fleet plan</c>.</summary>
internal sealed class FleetPlanSettings(OptionContext context) : PlanSettings(context), IHasFleet, IHasFleetHost
{
    /// <inheritdoc/>
    public FleetConnection Fleet { get; } = new();

    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <summary>Gets the names of the machines whose copies stay.</summary>
    internal List<string> Hosts { get; set; } = [];

    internal long SizeMin { get; set; } = 1;
}

/// <summary>The settings of <c>doppel fleet delete</c>.</summary>
internal sealed class FleetDeleteSettings(OptionContext context)
    : ActSettings(context), IHasFleet, IHasFleetHost, IHasProving
{
    /// <inheritdoc/>
    public FleetConnection Fleet { get; } = new();

    /// <inheritdoc/>
    public string? Name { get; set; }

    /// <inheritdoc/>
    public ProvingSettings Proving { get; } = new();
}
