using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>What is kept of a listed object, except for its key.</summary>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal struct ObjectRow
{
    internal long Size;

    /// <summary>The time of the last modification in UTC ticks, or 0 if it is not known.</summary>
    internal long ModifiedTicks;

    /// <summary>The 16 bytes of the ETag, or the place and length of its text.</summary>
    internal Int128 Tag;

    /// <summary>The part count of the ETag, or 0.</summary>
    internal ushort Parts;

    internal TagShape Shape;
    internal ObjectStates States;
}

/// <summary>Specifies what an ETag consists of.</summary>
internal enum TagShape : byte
{
    /// <summary>The server gave no ETag.</summary>
    None,

    /// <summary>16 bytes, and a part count unless that is 0.</summary>
    Digest,

    /// <summary>Any other text, which is kept elsewhere.</summary>
    Text,
}

/// <summary>What is known about an object beyond its listing.</summary>
[Flags]
internal enum ObjectStates : byte
{
    None = 0,

    /// <summary>Its storage class has to be restored before it can be read.</summary>
    Archived = 1,

    /// <summary>A read found another object under the key.</summary>
    Changed = 2,

    /// <summary>A read found no object under the key.</summary>
    Vanished = 4,
}
