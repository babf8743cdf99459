#!/usr/bin/env bash
# Stand-ins for the base images where nothing can be pulled: Debian by apt, and the Python that runs the tests in
# /usr/local. bases.sh PYTHON BUILDAH...: makes the images of the Dockerfile with these words for buildah.
set -euo pipefail
python=$1
shift
buildah=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

libraries=ca-certificates,netbase,tzdata,libbz2-1.0,libexpat1,libffi8,libgdbm6,liblzma5,libncursesw6,libreadline8
libraries=$libraries,libsqlite3-0,libssl3,libuuid1,zlib1g
debian() { # archive, packages
    nice mmdebstrap --quiet --variant=minbase --mode=root --include="$2" bookworm "$work/$1.tar"
}
debian slim "$libraries" &
debian full "$libraries,gcc,libc6-dev"
wait $!

# The files of Python as the official images have them: without tests and what is installed, with pip.
prefix=$("$python" -c 'import sys; print(sys.base_prefix)')
name=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
usr=$work/python/usr/local
mkdir -p "$usr/bin" "$usr/lib" "$usr/include"
cp -a "$prefix/bin/$name" "$usr/bin/"
cp -a "$prefix/include/$name" "$usr/include/"
find "$prefix/lib" -maxdepth 1 -name 'libpython3*.so*' -exec cp -a {} "$usr/lib/" \;
tar --directory "$prefix/lib" --create --exclude=site-packages --exclude=test --exclude=__pycache__ \
    --exclude='config-3*' "$name" | tar --directory "$usr/lib" --extract
mkdir -p "$usr/lib/$name/site-packages"
ln -s "$name" "$usr/bin/python3"
ln -s python3 "$usr/bin/python"

for kind in full slim; do
    tag=docker.io/library/python:${name#python}-bookworm
    [ "$kind" = full ] || tag=${tag%-bookworm}-slim-bookworm
    box=$("${buildah[@]}" from scratch)
    "${buildah[@]}" add --quiet "$box" "$work/$kind.tar" / >&2
    "${buildah[@]}" add --quiet "$box" "$work/python/usr" /usr >&2
    "${buildah[@]}" run --isolation chroot "$box" -- sh -c 'ldconfig && python3 -m ensurepip --default-pip >/dev/null' >&2
    "${buildah[@]}" config --env PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin --env LANG=C.UTF-8 \
        --cmd python3 "$box" >&2
    "${buildah[@]}" commit --quiet --rm --format docker "$box" "$tag"
done
