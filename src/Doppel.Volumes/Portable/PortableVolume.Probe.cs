using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Measures the latency of a device for a small read, on Windows only.</content>
public sealed partial class PortableVolume
{
    // A multiple of every sector size: uncached reads require it for the offset, the length and the buffer address.
    private const int ProbeBytes = 4096;

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        latency = default;
        LinkPolicy links = LinkPolicy.Stay;
        VolumeError error = Locate(at, path, ref links, out string native);
        if (error.Failed)
        {
            return error;
        }

        error = Open(native, _system.PastCache ?? FileOptions.None, out SafeFileHandle? handle, out FileFacts facts);
        using (handle)
        {
            bool canProbe = facts.Size != 0 && _system.PastCache is not null;
            return error || (canProbe ? Probe(handle!, out latency) : new VolumeError(VolumeErrorKind.Unsupported));
        }
    }

    private unsafe VolumeError Probe(SafeFileHandle handle, out TimeSpan latency)
    {
        latency = default;
        void* buffer = NativeMemory.AlignedAlloc(ProbeBytes, ProbeBytes);
        try
        {
            long began = Stopwatch.GetTimestamp();
            _ = RandomAccess.Read(handle, new Span<byte>(buffer, ProbeBytes), 0);
            latency = Stopwatch.GetElapsedTime(began);
            return VolumeError.None;
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            return _system.ErrorOf(exception);
        }
        finally
        {
            NativeMemory.AlignedFree(buffer);
        }
    }
}
