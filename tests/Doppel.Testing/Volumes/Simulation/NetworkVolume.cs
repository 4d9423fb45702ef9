using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>
/// A volume on a server: each opening, look at an entry and read is a call to it, each 4 KiB of a folder's names too.
/// </summary>
/// <remarks>Facts come along with a listing, and closing costs nothing.</remarks>
public sealed class NetworkVolume(IVolume inner, ServiceDevice server) : SimulatedVolume(inner)
{
    /// <summary>A volume on a server of its own.</summary>
    public NetworkVolume(IVolume inner, SimulatedTime time, ServiceOptions options)
        : this(inner, new ServiceDevice(time, options))
    {
    }

    /// <summary>The server.</summary>
    public ServiceDevice Server => server;

    private protected override SimulatedDevice Device => server;

    private protected override PhysicalDevice Facts =>
        new() { Name = server.Options.Name, Kind = server.Options.Kind };

    private protected override void Reach(VolumeCall call, ulong inode)
    {
        if (call != VolumeCall.Entry)
        {
            server.Serve(new DeviceRequest((long)inode, -1, 0));
        }
    }

    private protected override long Locate(ulong inode, long page, ref long count) => (long)inode;

    private protected override VolumeError Lay(in FileFacts file, ExtentQuery query, List<FileExtent> extents) =>
        new(VolumeErrorKind.Unsupported, 95); // EOPNOTSUPP
}
