namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>The modes in which this program is a server of the suite; the suite starts them, nobody else.</summary>
internal static class UploadServers
{
    /// <summary>The mode that is the file server.</summary>
    public const string Target = "--upload-target";

    /// <summary>The mode that is the server in the middle; the address of the file server follows.</summary>
    public const string Relay = "--upload-relay";

    /// <summary>Serves until the parent goes, if the arguments say so.</summary>
    /// <returns>Whether they do.</returns>
    public static async Task<bool> TryRunAsync(string[] arguments)
    {
        switch (arguments)
        {
            case [Target]:
                await TargetServer.RunAsync().ConfigureAwait(false);
                return true;
            case [Relay, string address]:
                await RelayServer.RunAsync(new Uri(address)).ConfigureAwait(false);
                return true;
            default:
                return false;
        }
    }
}
