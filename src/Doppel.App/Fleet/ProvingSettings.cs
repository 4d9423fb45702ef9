using Doppel.Fleet;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>The settings of commands that ask for proofs or give them.</summary>
internal sealed class ProvingSettings
{
    internal static readonly TimeSpan WithinDefault = TimeSpan.FromHours(1);

    internal static readonly TimeSpan WithinMax = FleetProofOptions.WithinMax;

    /// <summary>Gets or sets the file with the proof key as <see cref="ByteText"/>; null if it was not given.</summary>
    internal string? KeyFile { get; set; }

    internal TimeSpan Within { get; set; } = WithinDefault;

    /// <summary>Returns the options for the engine.</summary>
    /// <exception cref="UsageException">
    /// The proof key is missing or cannot be read, or no environment variable says where to store state.
    /// </exception>
    internal FleetProofOptions Resolve(AppEnvironment environment, string host) => new()
    {
        Host = host,
        Ledger = LedgerOf(environment),
        ProofKey = ReadKey(KeyFile ?? throw new UsageException(
            "no proof key is given",
            "--proof-key FILE: a secret of the machines that prove files to each other. Make one with head -c 32 "
                + "/dev/urandom > FILE, and copy it to both")),
        Within = Within,
    };

    /// <summary>Returns the folder of what this machine asks and promises.</summary>
    /// <exception cref="UsageException">No environment variable says where to store state.</exception>
    internal static ReportName LedgerOf(AppEnvironment environment) => new(UserFolders.ProofsOf(environment.Environment)
        ?? throw new UsageException("no folder for what this machine promises", "set HOME or XDG_STATE_HOME"));

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
