using Doppel.Volumes;

namespace Doppel.Testing;

/// <content>A listing reads its folder block by block, and the facts of each file that it tells.</content>
public abstract partial class SimulatedVolume
{
    private const int EntryHeadBytes = 12;

    /// <summary>What a name, as bytes in Latin-1, takes in its folder.</summary>
    internal static long EntryBytes(string name) => EntryHeadBytes + name.Length;

    private sealed class ListingVisitor : IEntryVisitor
    {
        private readonly SimulatedVolume _volume;
        private readonly ulong _folder;
        private readonly FactFields _wanted;
        private readonly IEntryVisitor _visitor;
        private long _bytes;

        internal ListingVisitor(SimulatedVolume volume, ulong folder, FactFields wanted, IEntryVisitor visitor)
        {
            (_volume, _folder, _wanted, _visitor) = (volume, folder, wanted, visitor);
            _volume.Fetch(folder, 0, 1); // an empty folder has to be read too
        }

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind)
        {
            int bytes = EntryHeadBytes + name.Length;
            _volume.Fetch(_folder, _bytes, bytes);
            _bytes += bytes;
            return _visitor.Wants(name, kind);
        }

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
            if (facts.Kind == EntryKind.File && (_wanted & FactFields.All) != 0)
            {
                _volume.Reach(VolumeCall.Entry, facts.Inode);
            }

            _visitor.Visit(name, facts);
        }

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => _visitor.Fail(name, failure);
    }
}
