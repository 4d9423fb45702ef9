using System.Text;
using Doppel.Catalog;

namespace Doppel.Finding;

/// <content>Asks the filter about entries, with the paths that it needs.</content>
internal sealed partial class ScanWorker
{
    private readonly bool _needsPath;
    private readonly bool _needsAbsolutePath;
    private byte[] _shown = [];

    private bool IsFileIn(ReadOnlySpan<byte> name)
    {
        if (_at.Depth >= _filter.DepthMax)
        {
            return false;
        }

        ReadOnlySpan<byte> path = _needsPath ? _path.With(name) : default;
        return _filter.WantsFile(name, _needsPath ? path[_at.RootLength..] : default, AbsolutePath(path));
    }

    private bool ExcludesFolder(ReadOnlySpan<byte> name)
    {
        ReadOnlySpan<byte> path = _needsPath ? _path.With(name) : default;
        return _filter.ExcludesFolder(name, _needsPath ? path[_at.RootLength..] : default, AbsolutePath(path));
    }

    // Paths on saved volumes are shown with the address of the volume before them.
    private ReadOnlySpan<byte> AbsolutePath(ReadOnlySpan<byte> path)
    {
        if (!_needsAbsolutePath || _at.Volume is not SavedVolume saved)
        {
            return path;
        }

        string address = saved.Address;
        if (_shown.Length < address.Length + 1 + path.Length)
        {
            _shown = new byte[(address.Length + 1 + path.Length) * 2];
        }

        int length = Encoding.ASCII.GetBytes(address, _shown);
        if (!path.StartsWith("/"u8))
        {
            _shown[length++] = (byte)'/';
        }

        path.CopyTo(_shown.AsSpan(length));
        return _shown.AsSpan(0, length + path.Length);
    }
}
