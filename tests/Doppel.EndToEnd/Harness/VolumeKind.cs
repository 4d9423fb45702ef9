namespace Doppel.EndToEnd.Harness;

/// <summary>Which way to the file system the executable is made to go.</summary>
public enum VolumeKind
{
    /// <summary>Its own: raw system calls.</summary>
    Native,

    /// <summary>The one for systems that it does not know, over System.IO.</summary>
    Portable,
}
